import { teamRoles, type TeamRole } from "../../src/model/team.ts";
import type { Browser } from "./browser.ts";
import { teamIdOf, userIdOf } from "./routes/team-routes.ts";
import { signedInBrowser } from "./signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

/** The team Acme of the sample, and the browsers of its creator and a member. */
export interface AcmeStage {
  readonly platform: TestPlatform;
  /** The address of its pages. */
  readonly acme: string;
  readonly acmeId: number;
  readonly ada: Browser;
  readonly bob: Browser;
  readonly setRole: (username: string, role: TeamRole) => Promise<void>;
}

/** Starts a platform, and signs the members of Acme in. */
export async function openAcme(): Promise<AcmeStage> {
  const platform = await startTestPlatform();
  const acmeId = await teamIdOf(platform, "Acme");
  const [ada, bob] = [await signedInBrowser(platform), await signedInBrowser(platform, "bob")];
  const setRole = async (username: string, role: TeamRole) => {
    const userId = await userIdOf(platform, username);
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("team_members")
        .set({ role: teamRoles[role] })
        .where("team_id", "=", acmeId)
        .where("user_id", "=", userId)
        .execute(),
    );
  };
  return { platform, acme: `/teams/${acmeId}`, acmeId, ada, bob, setRole };
}
