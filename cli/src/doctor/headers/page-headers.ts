import { resolve } from 'node:path'
import { readText } from '../../apply/files/read-file.js'
import { fetchPage } from '../../apply/packages/fetch-page.js'
import { CliError } from '../../errors.js'

/** Headers and policies of a page that affect the modal. */
export interface PageHeaders {
  /** URL or file of these headers, for messages. */
  readonly from: string
  /** Origin of the page; `undefined` if the headers come from a file. */
  readonly self: string | undefined
  /** Content Security Policies, and where each of them is set. */
  readonly policies: readonly { readonly text: string; readonly by: 'header' | 'meta' }[]
  /** `Cross-Origin-Opener-Policy` */
  readonly opener: string | undefined
  /** `Cross-Origin-Embedder-Policy` */
  readonly embedder: string | undefined
  /** `X-Frame-Options` */
  readonly frameOptions: string | undefined
}

const limits = { timeoutMs: 10_000, maxBytes: 4 << 20 } as const

/**
 * Reads the headers and policies of the page given by `--csp`: a URL, an HTML file, a file of headers, or a file with only a policy. Throws `USAGE`,
 * `FILE_ERROR`, or an error of `fetchPage`.
 */
export async function readPageHeaders(target: string, cwd: string, signal: AbortSignal): Promise<PageHeaders> {
  if (/^https?:\/\//i.test(target)) {
    if (!URL.canParse(target)) throw new CliError('USAGE', `--csp: "${target}" is not a valid URL.`)
    const page = await fetchPage(new URL(target), { ...limits, signal, checkRedirect: refuseNonWeb })
    const header = (name: string): string | undefined => [page.headers[name] ?? []].flat().join(', ') || undefined
    return toPageHeaders({ from: page.url.href, self: page.url.origin, header, html: page.text })
  }
  const path = resolve(cwd, target)
  const text = await readText(path, limits.maxBytes)
  if (text === undefined)
    throw new CliError('USAGE', `--csp: the file "${path}" does not exist.`, {
      advice: 'Pass a URL that begins with https://, or the path of a file with the policy, the headers or the page.',
    })
  const from = path
  if (/<(?:!doctype|html|head|meta|body)\b/i.test(text))
    return toPageHeaders({ from, header: () => undefined, html: text })
  const lines = headerLines(text)
  if (lines.size > 0) return toPageHeaders({ from, header: (name) => lines.get(name), html: '' })
  return toPageHeaders({ from, header: (name) => (name === policyHeader ? text.trim() : undefined), html: '' })
}

function refuseNonWeb(from: URL, to: URL): void {
  if (!/^https?:$/.test(to.protocol))
    throw new CliError('FETCH_REFUSED', `${from.host} redirects to ${to.protocol}, which is not a web URL.`)
}

const policyHeader = 'content-security-policy'
const otherHeaders = ['cross-origin-opener-policy', 'cross-origin-embedder-policy', 'x-frame-options'] as const

interface HeaderSource {
  readonly from: string
  readonly self?: string
  readonly header: (name: string) => string | undefined
  readonly html: string
}

function toPageHeaders({ from, self, header, html }: HeaderSource): PageHeaders {
  const [opener, embedder, frameOptions] = otherHeaders.map((name) => header(name)?.split(';')[0]?.trim().toLowerCase())
  const policy = header(policyHeader)
  return {
    from,
    self,
    policies: [
      ...(policy ? [{ text: policy, by: 'header' as const }] : []),
      ...metaPolicies(html).map((text) => ({ text, by: 'meta' as const })),
    ],
    opener,
    embedder,
    frameOptions,
  }
}

/**
 * Matches the names that are read as headers. Ignores other names, because a line of a multi-line policy can begin with a source that looks like a
 * header, such as `https://shop.example` or `app:`.
 */
const headerName =
  /^(?:content|cross-origin|x|strict-transport|referrer|permissions|cache|access-control|set|server|location)-|^(?:server|date|etag|vary|location|connection|age|via|expires)$/

/**
 * Reads headers from lines of the form `Name: value` (`_headers` files, curl's output), `add_header Name "value"` (nginx) or `Header set Name
 * "value"` (Apache). Joins repeated headers with commas, because all policies apply. Empty if no line has one of these forms, as in a file that
 * contains only a policy.
 */
function headerLines(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:add_header\s+|Header\s+(?:always\s+)?set\s+)?([A-Za-z][\w-]*)(?::\s*|\s+(?="))(.+?)\s*$/.exec(
      line,
    )
    const name = match?.[1]?.toLowerCase()
    if (name === undefined || !headerName.test(name)) continue
    const value = (match?.[2] ?? '').replace(/^"([^"]*)".*$/, '$1')
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}

/** Policies in the `<meta>` elements of a page. Ignores comments, scripts, styles and templates. */
export function metaPolicies(html: string): readonly string[] {
  // To avoid quadratic time for a hostile page, an element without an end tag ends at the end of the text, and a `<meta>` has no unquoted "<".
  const text = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style|template)(?=[\s/>])[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
  return [...text.matchAll(/<meta\b((?:"[^"]*"|'[^']*'|[^<>"'])*)>/gi)].flatMap(([, attributes = '']) => {
    const attributesByName = new Map(
      [...attributes.matchAll(/([^\s=/"'>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map(
        ([, name = '', double, single, bare]) => [name.toLowerCase(), double ?? single ?? bare ?? ''],
      ),
    )
    const content = attributesByName.get('content')
    return attributesByName.get('http-equiv')?.toLowerCase() === policyHeader && content ? [decode(content)] : []
  })
}

const entities: Readonly<Record<string, string>> = {
  '&#39;': "'",
  '&#x27;': "'",
  '&apos;': "'",
  '&quot;': '"',
  '&amp;': '&',
}
const decode = (text: string): string =>
  text.replace(/&(?:#39|#x27|apos|quot|amp);/gi, (entity) => entities[entity.toLowerCase()] ?? entity)
