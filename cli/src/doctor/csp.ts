import type { OriginKind } from '../plan/plugins/permissions.js'
import { type ModalOrigin, modalOrigins } from '../plan/site/modal-origins.js'
import { allows, decidingDirective, type Policy, parsePolicies } from '../plan/site/policy.js'
import type { Check, DoctorTarget, Finding } from './finding.js'
import type { FindingId } from './finding-ids.js'

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
    why: 'These pictures are not shown; letters are shown instead.',
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

/** Pictures of installed wallets are data: URLs. */
const inlinePictures: ModalOrigin = { kind: 'image', url: 'data:', source: 'data:', by: ['installed wallets'] }

/** Directives of the site's policies that block the modal. Every policy must allow a source. */
export const checkPolicy: Check = async (target) => {
  const { served, site, plugins } = target
  const { origins, bad } = modalOrigins(site, plugins)
  const broken = bad.map(
    ({ plugin, text }): Finding => ({
      id: 'plugin-origin-broken',
      severity: 'error',
      what: `"${plugin}" names ${JSON.stringify(text.slice(0, 100))} as an origin, but that is not a valid origin.`,
      why: 'It cannot be part of a policy, so the policy that doctor prints may be incomplete.',
      fix: `Report this to the author of "${plugin}"; if it is in wallet-modal.json, correct it there.`,
    }),
  )
  if (!served) return broken
  const policies = served.policies.flatMap(({ text, by }) => parsePolicies(text).map((policy) => ({ policy, by })))
  return [
    ...broken,
    ...policies.flatMap(({ policy, by }) => [
      ...(Object.entries(concerns) as [OriginKind, Concern][])
        // frame-ancestors and sandbox have no effect in a <meta>
        .filter(([kind]) => kind !== 'ancestor' || by === 'header')
        .flatMap(([kind, concern]) =>
          blocked(target, policy, {
            concern,
            origins: [...origins, inlinePictures].filter((one) => one.kind === kind),
          }),
        ),
      ...scriptOf(policy, served.from),
      ...(by === 'header' ? sandboxOf(policy, served.from) : []),
    ]),
    ...framingOf(target, origins),
  ]
}

interface Question {
  readonly concern: Concern
  readonly origins: readonly ModalOrigin[]
}

function blocked({ served }: DoctorTarget, policy: Policy, { concern, origins }: Question): readonly Finding[] {
  const directive = decidingDirective(policy, concern.directive)
  if (!served || !directive) return []
  const stopped = origins.filter(({ url }) => !allows(directive.sources, url, served.self))
  if (stopped.length === 0) return []
  const bySource = new Map<string, Set<string>>()
  for (const { source, by } of stopped) bySource.set(source, new Set([...(bySource.get(source) ?? []), ...by]))
  const named = [...bySource].map(([source, by]) => `${source} (${[...by].sort().join(', ')})`)
  return [
    {
      id: concern.id,
      severity: concern.severity,
      what: `The policy of ${served.from} blocks with "${[directive.name, ...directive.sources].join(' ')}": ${named.join('; ')}.`,
      why: concern.why,
      fix: `Add to ${concern.directive}${directive.name === concern.directive ? '' : `, which the policy does not have yet`}: ${[...bySource.keys()].join(' ')}`,
    },
  ]
}

function scriptOf(policy: Policy, from: string): readonly Finding[] {
  const directive = decidingDirective(policy, 'script-src')
  const nothing = directive?.sources.every(
    (source) => source.toLowerCase() === "'none'" || source === "'report-sample'",
  )
  if (!directive || !nothing) return []
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

function sandboxOf(policy: Policy, from: string): readonly Finding[] {
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

/** `X-Frame-Options` is ignored if a policy has frame-ancestors. */
function framingOf({ served }: DoctorTarget, origins: readonly ModalOrigin[]): readonly Finding[] {
  const wanted = origins.filter(({ kind }) => kind === 'ancestor')
  const decided = served?.policies.some(
    ({ text, by }) => by === 'header' && parsePolicies(text).some((policy) => policy.has('frame-ancestors')),
  )
  if (!served?.frameOptions || !/^(?:deny|sameorigin)$/.test(served.frameOptions) || decided || wanted.length === 0)
    return []
  return [
    {
      id: 'csp-blocks-framing',
      severity: 'error',
      what: `${served.from} has "X-Frame-Options: ${served.frameOptions}", so it cannot be embedded in ${wanted.map(({ source }) => source).join(', ')}.`,
      why: concerns.ancestor?.why ?? '',
      fix: `Replace it by the policy "frame-ancestors 'self' ${wanted.map(({ source }) => source).join(' ')}".`,
    },
  ]
}
