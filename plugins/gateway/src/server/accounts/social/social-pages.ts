import type { Context } from 'hono'
import { html } from 'hono/html'
import { directionOf, languageOf } from '../texts/language.js'
import { pageText } from '../texts/pages.js'

const policy = "default-src 'none'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Page without script for the window of a social login. It contains one sentence. `refreshSeconds`: time until the page reloads. */
export function windowPage(
  c: Context,
  text: 'window.ended' | 'window.waiting',
  { refreshSeconds, status = 200 }: { readonly refreshSeconds?: number; readonly status?: 200 | 400 | 502 } = {},
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
${refreshSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${pageText(language, 'window.title')}</title>
<link rel="icon" href="data:,">
</head>
<body><main><p>${pageText(language, text)}</p></main></body>
</html>`,
    status,
  )
}
