import type { JSX } from "hono/jsx/jsx-runtime";
import { Notice } from "../pages/components/notice.tsx";

/** What the notice shows. */
export type StateNoticeProps = {
  readonly application: { readonly disabled: boolean; readonly frozenByOwner: boolean };
  readonly words: {
    readonly frozenTitle: string;
    readonly frozenText: string;
    readonly disabledTitle: string;
    readonly disabledText: string;
  };
};

/** Says that an application is frozen, or disabled by the operator; nothing when it may be used. */
export function StateNotice({ application, words }: StateNoticeProps): JSX.Element | null {
  if (!application.disabled) return null;
  return application.frozenByOwner ? (
    <Notice tone="warning" title={words.frozenTitle}>
      {words.frozenText}
    </Notice>
  ) : (
    <Notice tone="error" title={words.disabledTitle}>
      {words.disabledText}
    </Notice>
  );
}
