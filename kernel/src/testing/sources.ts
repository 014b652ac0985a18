import type { Permissions } from '../plugins/plugin.js'
import { withoutComments } from './without-comments.js'

/** Browser APIs that bypass the plugin's context and therefore its permissions. */
const bypasses: readonly (readonly [string, RegExp])[] = [
  ['fetch', /(?<![.\w])fetch\s*\(/],
  ['XMLHttpRequest', /\bXMLHttpRequest\b/],
  ['sendBeacon', /\bsendBeacon\b/],
  ['WebSocket or EventSource', /\bnew\s+(WebSocket|EventSource)\b/],
  ['localStorage or sessionStorage', /\b(local|session)Storage\b/],
  ['indexedDB', /\bindexedDB\b/],
  ['document.cookie', /\bdocument\s*\.\s*cookie\b/],
  [
    'HTML from text',
    /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc)\b|document\s*\.\s*write/,
  ],
  ['code from text', /(?<![.\w])eval\s*\(|new\s+Function\s*\(/],
]

const covers = (pattern: string, subject: string): boolean => {
  const [head = '', ...rest] = pattern.split('*')
  return rest.length === 0 ? pattern === subject : subject.startsWith(head) || head.startsWith(subject)
}

/** Service name in a source: complete, or the constant part before a template expression. */
interface Service {
  readonly name: string
  readonly isPrefix: boolean
}

/**
 * Reports services, paths and RPC methods that the plugin's permissions do not list, and browser APIs that bypass the context. Checks only literals
 * in the source code; the kernel checks each request at run time.
 */
export function checkSources(sources: Readonly<Record<string, string>>, { api = [] }: Permissions): readonly string[] {
  return Object.entries(sources).flatMap(([file, text]) => {
    const code = withoutComments(text)
    const bypassed = bypasses
      .filter(([, pattern]) => pattern.test(code))
      .map(([name]) => `${file} uses ${name}. Use the plugin's context instead.`)
    const services = [...code.matchAll(/\.service\(\s*['"`]([^'"`$]*)(\$?)/g)].map(
      ([, name = '', variable]): Service => ({ name, isPrefix: variable === '$' }),
    )
    const methods = [...code.matchAll(/\.(?:read|write)\(\s*['"`]([^'"`$]+)['"`]/g)].map(([, name]) => name ?? '')
    const paths = [...code.matchAll(/\.(?:get|post|url)\(\s*['"`](\/[^'"`$]*)/g)].map(([, path]) => path ?? '')
    const patternsOf = (service: Service): readonly string[] =>
      api.flatMap((pattern) => {
        const [name = '', ...rest] = pattern.split(':')
        return (service.isPrefix ? name.startsWith(service.name) : name === service.name) ? [rest.join(':')] : []
      })
    const unlisted = [
      ...services
        .filter((service) => patternsOf(service).length === 0)
        .map(({ name, isPrefix }) => `the service "${name}${isPrefix ? '…' : ''}"`),
      ...methods
        .filter((name) => !api.some((pattern) => covers(pattern, `rpc:${name}`)))
        .map((name) => `the RPC method "${name}"`),
      ...(services.length === 0 ? [] : paths)
        .filter((path) => !services.some((service) => patternsOf(service).some((pattern) => covers(pattern, path))))
        .map((path) => `the path "${path}"`),
    ]
    return [...bypassed, ...unlisted.map((request) => `${file} uses ${request}, which permissions.api does not list.`)]
  })
}
