/** What tests use of packages that bring no types of their own. */
declare module "passport-oauth2" {
  type Verify = (
    accessToken: string,
    refreshToken: string,
    profile: object,
    done: (error: unknown, user: object) => void,
  ) => void;

  export class Strategy {
    constructor(options: object, verify: Verify);
    redirect: (location: string) => void;
    success: (user: object) => void;
    fail: (challenge: unknown) => void;
    error: (error: unknown) => void;
    authenticate(request: object, options?: object): void;
  }
}

declare module "simple-oauth2" {
  interface AccessToken {
    readonly token: Readonly<Record<string, string | number>>;
    refresh(): Promise<AccessToken>;
    revoke(kind: "access_token" | "refresh_token"): Promise<void>;
  }

  export class AuthorizationCode {
    constructor(configuration: object);
    authorizeURL(parameters: object): string;
    getToken(parameters: object): Promise<AccessToken>;
  }

  export class ClientCredentials {
    constructor(configuration: object);
    getToken(parameters: object): Promise<AccessToken>;
  }
}

declare module "passport-openidconnect" {
  export interface OpenidProfile {
    readonly id: string;
    readonly displayName?: string;
  }

  type Verify = (
    issuer: string,
    profile: OpenidProfile,
    done: (error: unknown, user: object) => void,
  ) => void;

  export class Strategy {
    constructor(options: object, verify: Verify);
    authenticate(request: object, options?: object): void;
  }
}
