/** How the audit log names an application, which differs from every username. */
export function nameOfApplication(appid: string): string {
  return `application ${appid}`;
}
