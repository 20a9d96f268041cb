import type { CredentialsSection } from "../credentials/credentials-section.ts";
import type { Store } from "../store/store.ts";
import { ApplicationFrame } from "./application-frame.tsx";
import { addressOf, applicationPath, applicationForUser, ownedBy } from "./application-for-user.ts";

/** Where the pages about the credentials of a developer's application are. */
export function credentialsOfApplication(store: Store): CredentialsSection {
  return {
    path: applicationPath,
    async find(pageRequest) {
      const application = await applicationForUser(store, pageRequest);
      return {
        application,
        managed: ownedBy(pageRequest),
        address: addressOf(application.appid),
        Frame: (props) => <ApplicationFrame {...props} application={application} />,
      };
    },
  };
}
