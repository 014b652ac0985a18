import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { RequestError } from '../http.js'
import type { AccountsOptions } from './account-sources.js'

/** HTML page that loads a script of the frame. `body`: attributes of the `<body>` tag, with a leading space. */
const page = (script: string, body = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wallet</title>
<link rel="stylesheet" href="/sdk/style.css">
<link rel="icon" href="data:,">
<script type="module" src="/sdk/${script}"></script>
</head>
<body${body}></body>
</html>`

const policy = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const types: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript' }

/** File names with a hash of the content. The content behind such a name never changes. Other names stay the same when the content changes. */
const hashedName = /-[A-Z\d]{8}\.js$/
const immutable = 'public, max-age=31536000, immutable'

const features = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get']
const permissions = features.map((name) => `${name}=(self)`).join(', ')

type FramePageOptions = Pick<AccountsOptions, 'allowedOrigins' | 'frameFiles' | 'socials' | 'farcaster'>

/**
 * Serves the embedded wallet's frame, the approval window, the dashboard and their files. Only allowed sites can embed the frame; no site can embed
 * the window or the dashboard.
 */
export function framePage({ allowedOrigins, frameFiles, socials = [], farcaster }: FramePageOptions): Hono {
  const logins = [...socials.map(({ id }) => id), ...(farcaster ? ['farcaster'] : [])]
  const routes = new Hono()
  routes.get('/sdk', (c) => {
    c.header('Content-Security-Policy', policy(allowedOrigins))
    // required by sites with COEP (cross-origin isolation)
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Cross-Origin-Embedder-Policy', 'require-corp')
    c.header('Cache-Control', 'no-cache')
    c.header('Permissions-Policy', permissions)
    return c.html(page('main.js'))
  })
  routes.get('/dashboard', (c) => {
    c.header('Content-Security-Policy', policy([]))
    c.header('Permissions-Policy', permissions)
    c.header('Cache-Control', 'no-store')
    return c.html(page('dashboard.js', ` class="page" data-logins="${logins.join(' ')}"`))
  })
  routes.get('/approve', (c) => {
    c.header('Content-Security-Policy', policy([]))
    c.header('Permissions-Policy', permissions)
    c.header('Cache-Control', 'no-store')
    // Any other value would cut the window off from the frame that opened it. `unsafe-none` is safe here, because the site has no reference to the
    // window.
    c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
    return c.html(page('approve.js', ' class="page window"'))
  })
  routes.get('/sdk/:file', etag(), async (c) => {
    const name = c.req.param('file')
    const file = (await frameFiles()).get(name)
    if (file === undefined) throw new RequestError('NOT_FOUND', 'The frame has no such file.')
    const type = types[name.split('.').at(-1) ?? ''] ?? 'text/plain'
    c.header('Cache-Control', hashedName.test(name) ? immutable : 'no-cache')
    return c.body(file, 200, { 'Content-Type': `${type}; charset=utf-8` })
  })
  return routes
}
