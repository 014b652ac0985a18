import type { OriginKind } from '../../plan/plugins/permissions.js'
import { type ModalOrigin, modalOrigins } from '../../plan/site/modal-origins.js'
import { allows, type Directive, decidingDirective, type Policy, parsePolicies } from '../../plan/site/policy.js'
import type { Check, DoctorTarget, Finding } from '../finding.js'
import type { FindingId } from '../finding-ids.js'

/** Finding to report if a policy blocks origins of one kind. */
interface Concern {
  readonly id: FindingId
  readonly severity: Finding['severity']
  readonly directive: string
  readonly why: string
}

const concerns: Readonly<Partial<Record<OriginKind, Concern>>> = {
  connect: {
    id: 'csp-blocks-connect',
    severity: 'error',
    directive: 'connect-src',
    why: 'The browser blocks these requests: the features that need them fail.',
  },
  image: {
    id: 'csp-blocks-image',
    severity: 'warning',
    directive: 'img-src',
    why: 'The modal shows letters instead of these pictures.',
  },
  frame: {
    id: 'csp-blocks-frame',
    severity: 'error',
    directive: 'frame-src',
    why: 'The browser shows an empty frame instead.',
  },
  ancestor: {
    id: 'csp-blocks-framing',
    severity: 'error',
    directive: 'frame-ancestors',
    why: 'These pages cannot embed the site, but the plugin works only inside them.',
  },
}

/** Icons of installed wallets (EIP-6963) are `data:` URLs. */
const inlinePictures: ModalOrigin = { kind: 'image', url: 'data:', source: 'data:', by: ['installed wallets'] }

/** Checks that the origins that the site and its plugins name are valid. */
export const checkOrigins: Check = async ({ site, plugins }) =>
  modalOrigins(site, plugins).invalid.map(
    ({ plugin, text }): Finding => ({
      id: 'plugin-origin-broken',
      severity: 'error',
      what: `"${plugin}" names ${JSON.stringify(text.slice(0, 100))} as an origin, but that is not a valid origin.`,
      why: 'It cannot be part of a policy, so the policy that doctor prints may be incomplete.',
      fix: `Report this to the author of "${plugin}"; if it is in wallet-modal.json, correct it there.`,
    }),
  )

/**
 * Checks that the page's policies allow the origins of the modal. A browser applies all policies of a page, so each of them must allow the origins.
 */
export const checkPolicy: Check = async (target) => {
  const { pageHeaders, site, plugins } = target
  if (!pageHeaders) return []
  const { origins } = modalOrigins(site, plugins)
  const policies = pageHeaders.policies.flatMap(({ text, by }) => parsePolicies(text).map((policy) => ({ policy, by })))
  return [
    ...policies.flatMap(({ policy, by }) => [
      ...(Object.entries(concerns) as [OriginKind, Concern][])
        // browsers ignore frame-ancestors (and sandbox, below) in a <meta> policy
        .filter(([kind]) => kind !== 'ancestor' || by === 'header')
        .flatMap(([kind, concern]) =>
          findBlocked(target, policy, {
            concern,
            origins: [...origins, inlinePictures].filter((origin) => origin.kind === kind),
          }),
        ),
      ...findBlockedScripts(policy, pageHeaders.from),
      ...(by === 'header' ? findSandbox(policy, pageHeaders.from) : []),
    ]),
    ...findBlockedFraming(target, origins),
  ]
}

interface DirectiveCheck {
  readonly concern: Concern
  readonly origins: readonly ModalOrigin[]
}

function findBlocked(
  { pageHeaders }: DoctorTarget,
  policy: Policy,
  { concern, origins }: DirectiveCheck,
): readonly Finding[] {
  const directive = decidingDirective(policy, concern.directive)
  if (!pageHeaders || !directive) return []
  const blockedOrigins = origins.filter(({ url }) => !allows(directive.sources, url, pageHeaders.self))
  if (blockedOrigins.length === 0) return []
  const bySource = new Map<string, Set<string>>()
  for (const { source, by } of blockedOrigins) bySource.set(source, new Set([...(bySource.get(source) ?? []), ...by]))
  const descriptions = [...bySource].map(([source, by]) => `${source} (${[...by].sort().join(', ')})`)
  return [
    {
      id: concern.id,
      severity: concern.severity,
      what: `The directive "${[directive.name, ...directive.sources].join(' ')}" in the policy of ${pageHeaders.from} blocks: ${descriptions.join('; ')}.`,
      why: concern.why,
      fix: fixFor(concern.directive, directive, [...bySource.keys()]),
    },
  ]
}

/** Text of the fix. A new directive replaces its fallback (`deciding`), so it must repeat the sources of the fallback. */
function fixFor(name: string, deciding: Directive, blockedSources: readonly string[]): string {
  if (deciding.name === name) return `Add to ${name}: ${blockedSources.join(' ')}`
  const inherited = deciding.sources.filter((source) => source.toLowerCase() !== "'none'")
  return `Add the directive "${[name, ...new Set([...inherited, ...blockedSources])].join(' ')}", which the policy does not have yet.`
}

function findBlockedScripts(policy: Policy, from: string): readonly Finding[] {
  const directive = decidingDirective(policy, 'script-src')
  const allowsNothing = directive?.sources.every(
    (source) => source.toLowerCase() === "'none'" || source === "'report-sample'",
  )
  if (!directive || !allowsNothing) return []
  return [
    {
      id: 'csp-blocks-script',
      severity: 'error',
      what: `The policy of ${from} blocks all scripts: "${[directive.name, ...directive.sources].join(' ')}".`,
      why: 'The modal’s code is part of the site’s code and cannot start.',
      fix: "Add to script-src: 'self' (or a nonce with 'strict-dynamic').",
    },
  ]
}

function findSandbox(policy: Policy, from: string): readonly Finding[] {
  const flags = policy.get('sandbox')
  if (!flags || ['allow-popups', 'allow-scripts', 'allow-same-origin'].every((flag) => flags.includes(flag))) return []
  return [
    {
      id: 'csp-blocks-window',
      severity: 'error',
      what: `The policy of ${from} sandboxes the page: "${['sandbox', ...flags].join(' ')}".`,
      why: 'Without scripts, storage and windows, a page cannot connect to wallets or open them.',
      fix: 'Remove "sandbox", or add allow-scripts allow-same-origin allow-popups.',
    },
  ]
}

/** Finding if `X-Frame-Options` blocks framing. Browsers ignore this header if a policy has frame-ancestors. */
function findBlockedFraming({ pageHeaders }: DoctorTarget, origins: readonly ModalOrigin[]): readonly Finding[] {
  const ancestors = origins.filter(({ kind }) => kind === 'ancestor')
  const hasFrameAncestors = pageHeaders?.policies.some(
    ({ text, by }) => by === 'header' && parsePolicies(text).some((policy) => policy.has('frame-ancestors')),
  )
  if (
    !pageHeaders?.frameOptions ||
    !/^(?:deny|sameorigin)$/.test(pageHeaders.frameOptions) ||
    hasFrameAncestors ||
    ancestors.length === 0
  )
    return []
  return [
    {
      id: 'csp-blocks-framing',
      severity: 'error',
      what: `${pageHeaders.from} has "X-Frame-Options: ${pageHeaders.frameOptions}", so it cannot be embedded in ${ancestors.map(({ source }) => source).join(', ')}.`,
      why: concerns.ancestor?.why ?? '',
      fix: `Replace it by the policy "frame-ancestors 'self' ${ancestors.map(({ source }) => source).join(' ')}".`,
    },
  ]
}
