/// The style of a report's page.
enum ReportStyle {
    static let text = """
        :root { color-scheme: light dark; --page: #eceff3; --card: #ffffff; --soft: #f5f7f9; --text: #12181f;
            --quiet: #515d69; --line: #8b96a2; --good: #12652f; --bad: #a81d22; --bad-soft: #fde7e6;
            --warn: #7a4a00; --warn-soft: #fdeecd; }
        @media (prefers-color-scheme: dark) {
            :root { --page: #0d1116; --card: #151b22; --soft: #1b222b; --text: #e9eef3; --quiet: #a3afbb;
                --line: #6f7b88; --good: #6fd48e; --bad: #ff9d97; --bad-soft: #3c1817;
                --warn: #f2b661; --warn-soft: #38280c; }
        }
        body { font: 14px/1.5 system-ui, sans-serif; margin: 0; background: var(--page); color: var(--text); }
        main { max-width: 68rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 28px; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
        h2 { display: inline; font-size: 16px; overflow-wrap: anywhere; }
        h3, h4 { font-size: 14px; margin: 1rem 0 .25rem; }
        .origin { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 1rem; }
        .origin dt { display: inline; color: var(--quiet); }
        .origin dd { display: inline; margin-left: .5rem; }
        .filter { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem 2rem; margin-bottom: 1rem; }
        .filter fieldset { display: flex; gap: 1rem; border: 0; padding: 0; margin: 0; }
        .filter legend { float: left; margin-right: 1rem; color: var(--quiet); }
        main:has(#show-failed:checked) :is(.passed, .other), main:has(#show-others:checked) .failed,
        .filtered { display: none; }
        .contents { list-style: none; padding: 0; columns: 18rem; }
        .contents a { color: inherit; overflow-wrap: anywhere; }
        .profile { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .5rem 1rem;
            margin: .5rem 0; }
        .failure:not(.message) { border-left: 4px solid var(--bad); padding-left: 1rem; margin: .5rem 0 1rem; }
        .quiet { color: var(--quiet); font-weight: normal; overflow-wrap: anywhere; }
        .good { color: var(--good); font-weight: bold; }
        .bad { color: var(--bad); font-weight: bold; }
        .failure.warn { border-left-color: var(--warn); }
        .warn .bad { color: var(--warn); }
        .comparison { border-collapse: collapse; width: 100%; }
        .comparison :is(th, td, code) { overflow-wrap: normal; }
        .comparison :is(th, td) { border: 1px solid var(--line); padding: .25rem .5rem; }
        .comparison :is(th, td):last-child { white-space: nowrap; }
        .comparison .bad { background: var(--bad-soft); }
        .warn .comparison .bad { background: var(--warn-soft); }
        .comparison :is(.good, .open) { color: inherit; font-weight: normal; }
        .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 0 1rem; }
        .scroll { overflow-x: auto; }
        code, pre, dd, .message { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere; }
        th code { overflow-wrap: normal; }
        pre { background: var(--soft); padding: .5rem; white-space: pre-wrap; }
        li dl, details dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0; }
        dd { margin: 0; }
        th, td { text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0; }
        td { overflow-wrap: anywhere; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .sequence { position: relative; min-width: calc(var(--lanes) * 11.75rem); padding-bottom: .5rem; }
        .sequence :is(.lanes, li) { display: grid; grid-template-columns: repeat(var(--lanes), 1fr); margin: 0; }
        .sequence ol { list-style: none; padding: 0; margin: 0; }
        .lanes span { text-align: center; font-weight: bold; padding: .25rem; }
        .message { position: relative; text-align: center; padding: .3rem 0 .15rem;
            margin: 0 calc(50% / var(--span)); border-bottom: 1px solid currentColor; }
        .message.self { border: 1px solid var(--line); border-radius: 3px; margin: .25rem; padding: .15rem .5rem; }
        .message:is(.note, .title).self, .message.failure.self { background: var(--soft); border: 0; }
        .message.title { font-weight: bold; text-align: left; }
        .message.answer:not(.self) { border-bottom-style: dashed; }
        .message.failure { color: var(--bad); font-weight: bold; }
        .message:is(.left, .right)::after { content: ""; position: absolute; bottom: -4px; border: 4px solid transparent; }
        .message.right::after { right: -2px; border-left-color: currentColor; }
        .message.left::after { left: -2px; border-right-color: currentColor; }
        @media (max-width: 40rem) {
            main { padding: .5rem; }
            .profile { padding: .5rem; }
            .failure:not(.message) { padding-left: .5rem; }
            li dl, details dl { grid-template-columns: 1fr; }
            dd { margin-left: 1rem; }
            .steps, .steps ul { padding-left: 1.25rem; }
        }
        @media print { .filter { display: none; } }
        """
}
