import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Avatar, type AvatarProps } from "./avatar.tsx";
import { DisplayName } from "./display-name.tsx";

/** Who or what is shown, by picture and name, with lines about it beneath. */
export type IdentityProps = AvatarProps & {
  /** What is on the line of the name. */
  readonly beside?: Child;
  /** Whether the name is the heading of its section. */
  readonly heading?: boolean;
  readonly children?: Child;
};

/** A user or an application: picture, name, and lines about it. */
export function Identity({ beside, heading = false, children, ...avatar }: IdentityProps): JSX.Element {
  const Name = heading ? "h2" : "p";
  return (
    <div class="identity">
      <Avatar {...avatar} />
      <div>
        <Name class="identity-name">
          <DisplayName name={avatar.name} /> {beside}
        </Name>
        {children}
      </div>
    </div>
  );
}

/** A line about a user or an application. */
export function IdentityNote({ children }: { readonly children?: Child }): JSX.Element {
  return <p class="identity-note">{children}</p>;
}
