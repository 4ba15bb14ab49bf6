/// The style of the pages of simulated parties, each with an accent colour of its own.
///
/// The layout has one column, labels above fields, and controls large enough for touch. It loads no resources.
package enum PageStyle {
    /// Returns the style of a party's pages.
    ///
    /// - Parameters:
    ///   - accent: The colour of buttons, and of the heading's border on a light background, as in CSS.
    ///   - bright: The colour of links and of the heading's border on a dark background.
    ///   - rules: The rules that only the pages of one party need.
    /// - Returns: The content of a `<style>` element, without double braces, which Mustache would interpret.
    package static func text(accent: String, bright: String, rules: String) -> String {
        """
        * { box-sizing: border-box }
        :root { color-scheme: light dark; --text: #1f2328; --back: #fff; --edge: #6e7781; --line: #d0d7de; --alert: #ffebe9;
          --accent: \(accent); --link: \(accent) }
        @media (prefers-color-scheme: dark) { :root { --text: #e9eef3; --back: #151b22; --edge: #7d8894; --line: #39434d;
          --alert: #3c1817; --link: \(bright) } a { color: var(--link) } }
        body { font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
          max-width: 30rem; margin: 0 auto; padding: 2.5rem 1.25rem }
        h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1.5rem; padding-top: 1rem; \
        border-top: .375rem solid var(--link) }
        p { margin: 0 0 1.25rem }
        label { display: block }
        button, input { font: inherit; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge);
          border-radius: .375rem }
        input { display: block; width: 100%; color: inherit; background: var(--back) }
        button { padding: .5rem 1.5rem; color: #fff; background: var(--accent); border-color: var(--accent) }
        \(rules)
        :focus-visible { outline: .1875rem solid var(--text); outline-offset: .125rem }
        [role=alert] { padding: .75rem 1rem; background: var(--alert); border-left: .25rem solid #b3261e }
        main > p:last-child { margin: 2rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem }
        """
    }
}
