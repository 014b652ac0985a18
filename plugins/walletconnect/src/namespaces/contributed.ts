import { type Context, type SessionSupport, sessionNamespaces } from '@wallet-modal/kernel'
import type { SessionRules } from './families.js'

/** Support of namespaces in sessions, contributed by plugins and loaded on demand. */
export interface ContributedNamespaces {
  /** Loads the namespaces that have a network of the site. Skips a namespace that fails to load; the next call tries again. */
  load(): Promise<void>
  /** `undefined` if no plugin contributes the namespace, or it is not loaded. */
  of(namespace: string): (SessionRules & SessionSupport) | undefined
  /** Rules of the loaded namespaces. */
  loaded(): readonly SessionRules[]
}

export function createContributed(ctx: Context): ContributedNamespaces {
  const contributions = ctx.all(sessionNamespaces)
  const loadedSupport = new Map<object, SessionRules & SessionSupport>()
  /** By namespace; the last contribution wins. */
  const byNamespace = () => new Map(contributions.peek().map((contribution) => [contribution.namespace, contribution]))
  return {
    async load() {
      const siteNamespaces = new Set(ctx.networks.peek().map(({ namespace }) => namespace))
      const missing = [...byNamespace().values()].filter(
        (contribution) => siteNamespaces.has(contribution.namespace) && !loadedSupport.has(contribution),
      )
      await Promise.all(
        missing.map(async (contribution) => {
          const { namespace } = contribution
          try {
            loadedSupport.set(contribution, { ...(await contribution.load()), namespace })
          } catch (error) {
            ctx.log.warn(`"${namespace}" cannot be used in sessions`, error)
          }
        }),
      )
    },
    of: (namespace) => loadedSupport.get(byNamespace().get(namespace) ?? {}),
    loaded: () => [...byNamespace().values()].flatMap((contribution) => loadedSupport.get(contribution) ?? []),
  }
}
