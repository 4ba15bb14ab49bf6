/// The style of a provider's pages.
///
/// The layout has one column with a label above each field. Controls are large enough for touch, and no resource is
/// loaded.
enum PageStyle {
    /// The content of a `<style>` element.
    ///
    /// It contains no two adjacent braces, which the template engine would interpret.
    static let text = """
        * { box-sizing: border-box }
        body { font: 1rem/1.5 system-ui, sans-serif; color: #1f2328; background: #fff;
          max-width: 30rem; margin: 0 auto; padding: 2.5rem 1.25rem }
        h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1.5rem; padding-top: 1rem; border-top: .375rem solid #00696d }
        p { margin: 0 0 1.25rem }
        label { display: block }
        button, input { font: inherit; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid #6e7781;
          border-radius: .375rem }
        input { display: block; width: 100%; color: inherit; background: #fff }
        button { padding: .5rem 1.5rem; color: #fff; background: #00696d; border-color: #00696d }
        button[value=cancel] { color: #00696d; background: #fff }
        h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
        table { width: 100%; border-collapse: collapse }
        th, td { text-align: left; padding: .375rem 1rem .375rem 0; border-bottom: 1px solid #d0d7de }
        :focus-visible { outline: .1875rem solid #1f2328; outline-offset: .125rem }
        [role=alert] { padding: .75rem 1rem; background: #ffebe9; border-left: .25rem solid #b3261e }
        main > p:last-child { margin: 2rem 0 0; padding-top: 1rem; border-top: 1px solid #d0d7de; font-size: .875rem }
        """
}
