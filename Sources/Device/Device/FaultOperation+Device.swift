package import TVSimCore

extension FaultOperation {
    /// An app requests its access status.
    package static let checkAccessStatus = FaultOperation(rawValue: "accountManager.checkAccessStatus")
    /// An app requests account metadata.
    package static let enqueue = FaultOperation(rawValue: "accountManager.enqueue")
    /// A user acts in the system's picker or on its sign-in page.
    package static let interface = FaultOperation(rawValue: "accountManager.interface")
    /// An app registers an account.
    package static let updateUserAccount = FaultOperation(rawValue: "userAccountManager.update")
    /// An app requests the accounts that it registered.
    package static let userAccounts = FaultOperation(rawValue: "userAccountManager.userAccounts")
    /// An app requests its Automatic Sign-In token.
    package static let autoSignInToken = FaultOperation(rawValue: "userAccountManager.autoSignInToken")
    /// An app requests authorization for Automatic Sign-In.
    package static let requestAutoSignIn = FaultOperation(
        rawValue: "userAccountManager.requestAutoSignInAuthorization")
    /// An app stores its Automatic Sign-In token.
    package static let updateAutoSignIn = FaultOperation(rawValue: "userAccountManager.updateAutoSignInToken")
    /// An app deletes its Automatic Sign-In token.
    package static let deleteAutoSignIn = FaultOperation(rawValue: "userAccountManager.deleteAutoSignInToken")
}
