import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a protocol of Foundation on Linux cannot see of its task: the session, the queue, and the body of an upload.
///
/// Foundation keeps them in internal properties, which are read by reflection, on the work queue as soon as the task
/// runs. If they are renamed, requests fail, or lose the headers and cookies of their session, which the tests notice.
struct SessionTask: Sendable {
    let session: URLSession?
    /// The queue that guards what Foundation records about the task; `nil` if Foundation has no such property.
    let workQueue: DispatchQueue?
    private let task: URLSessionTask?
    private let uploadedBody: Data?

    init(_ task: URLSessionTask?) {
        self.task = task
        var mirror = task.map { Mirror(reflecting: $0) }
        while let current = mirror, current.subjectType != URLSessionTask.self { mirror = current.superclassMirror }
        let properties = mirror?.children
        session = properties?.first { $0.label == "session" }?.value as? URLSession
        workQueue = properties?.first { $0.label == "workQueue" }?.value as? DispatchQueue
        let body = properties?.first { $0.label == "knownBody" }.flatMap { Self.unwrapped($0.value) }
        let content = body.flatMap { Mirror(reflecting: $0).children.first }
        uploadedBody = (content?.label == "data" ? content?.value as? DispatchData : nil).map { Data($0) }
    }

    /// The value of an optional.
    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }

    /// Returns the body that the task sends with a request.
    func body(of request: URLRequest) -> Data {
        if let body = uploadedBody ?? request.httpBody { return body }
        guard let stream = request.httpBodyStream else { return Data() }
        var body = Data()
        var bytes = [UInt8](repeating: 0, count: 4_096)
        stream.open()
        defer { stream.close() }
        while case let count = stream.read(&bytes, maxLength: bytes.count), count > 0 {
            body.append(contentsOf: bytes[..<count])
        }
        return body
    }

    /// Returns the headers that the task sends with a request, including those of its session.
    func headers(of request: URLRequest) -> [String: String] {
        var headers: [String: String] = [:]
        for (name, value) in session?.configuration.httpAdditionalHeaders ?? [:] {
            if let name = name as? String { headers[name] = "\(value)" }
        }
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            for known in headers.keys where known.lowercased() == name.lowercased() { headers[known] = nil }
            headers[name] = value
        }
        if let url = request.url, request.httpShouldHandleCookies, !headers.keys.contains("Cookie"),
            let cookies = session?.configuration.httpCookieStorage?.cookies(for: url), !cookies.isEmpty
        {
            headers.merge(HTTPCookie.requestHeaderFields(with: cookies)) { $1 }
        }
        return headers
    }

    /// Keeps a cookie of a response in the session's storage.
    func keep(cookie: String, from url: URL) {
        for cookie in HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": cookie], for: url) {
            session?.configuration.httpCookieStorage?.setCookie(cookie)
        }
    }

    /// Asks the session's delegate whether to follow a redirect.
    func follows(_ response: HTTPURLResponse, to request: URLRequest) async -> URLRequest? {
        guard let task, let session else { return request }
        return await withCheckedContinuation { continuation in
            // The session loses its delegate on this queue too.
            session.delegateQueue.addOperation {
                guard let delegate = session.delegate as? any URLSessionTaskDelegate else {
                    return continuation.resume(returning: request)
                }
                delegate.urlSession(
                    session, task: task, willPerformHTTPRedirection: response, newRequest: request
                ) { continuation.resume(returning: $0) }
            }
        }
    }
}
