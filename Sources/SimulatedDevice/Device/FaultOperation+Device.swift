package import SimulationCore

extension FaultOperation {
    /// An app asks for its access status.
    package static let checkAccessStatus = FaultOperation(rawValue: "accountManager.checkAccessStatus")
    /// An app asks for account metadata.
    package static let enqueue = FaultOperation(rawValue: "accountManager.enqueue")
    /// A person does something in the system's picker or on its sign-in page.
    package static let interface = FaultOperation(rawValue: "accountManager.interface")
    /// An app registers an account.
    package static let updateUserAccount = FaultOperation(rawValue: "userAccountManager.update")
    /// An app asks for the accounts that it registered.
    package static let userAccounts = FaultOperation(rawValue: "userAccountManager.userAccounts")
    /// An app asks for what it keeps for Automatic Sign-In.
    package static let autoSignInToken = FaultOperation(rawValue: "userAccountManager.autoSignInToken")
    /// An app asks whether it may keep something for Automatic Sign-In.
    package static let requestAutoSignIn = FaultOperation(
        rawValue: "userAccountManager.requestAutoSignInAuthorization")
    /// An app keeps something for Automatic Sign-In.
    package static let updateAutoSignIn = FaultOperation(rawValue: "userAccountManager.updateAutoSignInToken")
    /// An app removes what it keeps for Automatic Sign-In.
    package static let deleteAutoSignIn = FaultOperation(rawValue: "userAccountManager.deleteAutoSignInToken")
}
