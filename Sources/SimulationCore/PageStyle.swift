/// The style of the pages of simulated parties, each with an accent colour of its own.
///
/// The layout has one column, labels above fields, and controls large enough for touch. It loads no resources.
package enum PageStyle {
    /// Returns the style of a party's pages.
    ///
    /// - Parameters:
    ///   - accent: The colour of the heading's border and of buttons, as in CSS.
    ///   - rules: The rules that only the pages of one party need.
    /// - Returns: The content of a `<style>` element, without double braces, which Mustache would interpret.
    package static func text(accent: String, rules: String) -> String {
        """
        * { box-sizing: border-box }
        body { font: 1rem/1.5 system-ui, sans-serif; color: #1f2328; background: #fff;
          max-width: 30rem; margin: 0 auto; padding: 2.5rem 1.25rem }
        h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1.5rem; padding-top: 1rem; \
        border-top: .375rem solid \(accent) }
        p { margin: 0 0 1.25rem }
        label { display: block }
        button, input { font: inherit; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid #6e7781;
          border-radius: .375rem }
        input { display: block; width: 100%; color: inherit; background: #fff }
        button { padding: .5rem 1.5rem; color: #fff; background: \(accent); border-color: \(accent) }
        \(rules)
        :focus-visible { outline: .1875rem solid #1f2328; outline-offset: .125rem }
        [role=alert] { padding: .75rem 1rem; background: #ffebe9; border-left: .25rem solid #b3261e }
        main > p:last-child { margin: 2rem 0 0; padding-top: 1rem; border-top: 1px solid #d0d7de; font-size: .875rem }
        """
    }
}
