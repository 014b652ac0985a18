import type { Context } from 'hono'
import { html } from 'hono/html'
import { directionOf, languageOf } from '../texts/language.js'
import { pageText } from '../texts/pages.js'

const policy = "default-src 'none'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Page without script for the window of a social login. It contains one sentence. `reloadAs`: query with which the page reloads after one second. */
export function windowPage(
  c: Context,
  text: 'window.ended' | 'window.waiting',
  { reloadAs, status = 200 }: { readonly reloadAs?: string; readonly status?: 200 | 400 | 502 } = {},
): Response | Promise<Response> {
  c.header('Content-Security-Policy', policy)
  const language = languageOf(c)
  return c.html(
    html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${reloadAs === undefined ? '' : html`<meta http-equiv="refresh" content="1;url=${reloadAs}">`}
<title>${pageText(language, 'window.title')}</title>
<link rel="icon" href="data:,">
</head>
<body><main><p>${pageText(language, text)}</p></main></body>
</html>`,
    status,
  )
}
