// A mock of the native module of a React Native app that wraps VSAccountManager.
import {Access, Options, World} from './index';

/** The account, as the mock returns it. */
export interface SignedInAccount {
  provider: string | null;
  expires: string | null;
  samlResponse: string | null;
}

/** Rename the methods and the results to those of your own module, in a subclass. */
export class TVProviderAccount {
  constructor(world: World, options?: {timeout?: number});
  /** Resolves with the access status, and asks the user before if `prompt` is `true`. */
  checkAccess(prompt?: boolean): Promise<Access>;
  /**
   * Resolves with the account, or rejects with an `Error` whose `code` is Apple's name, such as `userCancelled`. An
   * option is a property of `VSAccountMetadataRequest`.
   */
  requestAccount(options?: Options): Promise<SignedInAccount>;
}
