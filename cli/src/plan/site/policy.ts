import type { OriginKind } from '../plugins/permissions.js'
import type { ModalOrigin } from './modal-origins.js'

/** One directive of a Content-Security-Policy. */
export interface Directive {
  readonly name: string
  readonly sources: readonly string[]
}

/**
 * Directives of a policy for a site that contains only the modal. The policy allows the site's own origin, `data:` images, and the origins that the
 * plugins use.
 */
export function modalDirectives(origins: readonly ModalOrigin[]): readonly Directive[] {
  const sources = (kind: OriginKind): readonly string[] =>
    [...new Set(origins.filter((origin) => origin.kind === kind).map(({ source }) => source))].sort()
  const frames = sources('frame')
  return [
    { name: 'default-src', sources: ["'self'"] },
    { name: 'script-src', sources: ["'self'"] },
    { name: 'style-src', sources: ["'self'"] },
    { name: 'img-src', sources: ["'self'", 'data:', ...sources('image')] },
    { name: 'connect-src', sources: ["'self'", ...sources('connect')] },
    { name: 'frame-src', sources: frames.length > 0 ? frames : ["'none'"] },
    { name: 'object-src', sources: ["'none'"] },
    { name: 'base-uri', sources: ["'self'"] },
    { name: 'frame-ancestors', sources: ["'self'", ...sources('ancestor')] },
  ]
}

/** A policy as a header value, on one line. */
export const toPolicyText = (directives: readonly Directive[]): string =>
  directives.map(({ name, sources }) => [name, ...sources].join(' ')).join('; ')

/** Directives of a policy; duplicates after the first are ignored. */
export type Policy = ReadonlyMap<string, readonly string[]>

/** Parses the policies of a header or `<meta>`, separated by commas. All of them apply. */
export function parsePolicies(text: string): readonly Policy[] {
  return text.split(',').flatMap((part) => {
    const policy = new Map<string, readonly string[]>()
    for (const directive of part.split(';')) {
      const [name, ...sources] = directive.trim().split(/[\t\n\f\r ]+/)
      const key = name?.toLowerCase()
      if (key && !policy.has(key)) policy.set(key, sources)
    }
    return policy.size > 0 ? [policy] : []
  })
}

const fallbacks: Readonly<Record<string, readonly string[]>> = {
  'frame-src': ['child-src', 'default-src'],
  'connect-src': ['default-src'],
  'img-src': ['default-src'],
  'script-src': ['default-src'],
}

/** The directive that applies: the one with this name, or its fallback; `undefined` if the policy has neither. */
export const decidingDirective = (policy: Policy, name: string): Directive | undefined =>
  [name, ...(fallbacks[name] ?? [])].flatMap((one): Directive[] => {
    const sources = policy.get(one)
    return sources ? [{ name: one, sources }] : []
  })[0]

/** Whether a source list allows a URL. `self` is the origin of the page; if it is unknown, `'self'` allows nothing. */
export const allows = (sources: readonly string[], url: string, self: string | undefined): boolean =>
  sources.some((source) => matches(source, url, self))

function matches(source: string, url: string, self: string | undefined): boolean {
  const target = parseUrlParts(url)
  if (!target) return source.toLowerCase() === url.toLowerCase()
  const lower = source.toLowerCase()
  if (lower === '*') return /^(?:https?|wss?)$/.test(target.scheme)
  if (lower === "'self'") return self !== undefined && matches(self, url.replace(/^ws/i, 'http'), self) // also allows WebSockets
  if (/^[a-z][a-z0-9+.-]*:$/.test(lower)) return schemeFits(lower.slice(0, -1), target.scheme)
  const own = parseUrlParts(source)
  if (!own) return false
  const scheme = own.scheme || (self?.startsWith('http://') ? 'http' : 'https')
  return (
    schemeFits(scheme, target.scheme) &&
    hostFits(own.host, target.host) &&
    portFits(own.port, target) &&
    pathFits(own.path, target.path)
  )
}

interface UrlParts {
  readonly scheme: string
  readonly host: string
  readonly port: string
  readonly path: string
}

function parseUrlParts(text: string): UrlParts | undefined {
  const match =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?((?:\*\.)?[a-z0-9_.-]+|\*|\[[0-9a-f:]+\])(?::(\d+|\*))?(\/[^?#]*)?/i.exec(text)
  if (!match || text.startsWith("'") || /^(?:data|blob):/i.test(text)) return undefined
  const [, scheme = '', host = '', port = '', path = ''] = match
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port, path }
}

/** Secure scheme that a source also allows, by the scheme of the source. As in Chromium, `https:` does not allow `wss:`, nor the reverse. */
const secureSchemes: Readonly<Record<string, string>> = { http: 'https', ws: 'wss' }

const schemeFits = (own: string, target: string): boolean => own === target || secureSchemes[own] === target

const hostFits = (own: string, target: string): boolean =>
  own === '*' || own === target || (own.startsWith('*.') && target !== own && target.endsWith(own.slice(1)))

const defaultPorts: Readonly<Record<string, string>> = { http: '80', ws: '80', https: '443', wss: '443' }

function portFits(own: string, { scheme, port }: UrlParts): boolean {
  const target = port || defaultPorts[scheme]
  if (own === '*') return true
  if (own === '') return target === defaultPorts[scheme]
  return own === target || (own === '80' && target === '443')
}

const pathFits = (own: string, target: string): boolean =>
  own === '' || own === '/' || own === target || (own.endsWith('/') && target.startsWith(own))
