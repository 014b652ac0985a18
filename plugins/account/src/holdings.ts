import {
  type AccountAction,
  type AccountTab,
  accountActions,
  accountTabs,
  type Context,
  computed,
  type PlainView,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import type { AccountOptions } from './options.js'

export interface Holdings {
  readonly tabs: ReadonlySignal<readonly { readonly id: string; readonly label: string; readonly view: PlainView }[]>
  /** Id of the tab that was chosen; the first is shown where there is none. */
  readonly selectedTab: ReadonlySignal<AccountTab['id'] | null>
  selectTab(id: AccountTab['id']): void
  readonly actions: ReadonlySignal<readonly AccountAction[]>
}

/** Those that `ids` names come first, in its order. */
const inOrder = (actions: readonly AccountAction[], ids: readonly string[]): readonly AccountAction[] => {
  const rank = ({ id }: AccountAction): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return actions.toSorted((a, b) => rank(a) - rank(b))
}

/** What other plugins add to the Account view. */
export function createHoldings(ctx: Context, { walletFeaturesOrder = [] }: AccountOptions): Holdings {
  /** What another plugin cannot name is left out. */
  const isNamed = ({ id, label }: AccountTab | AccountAction): boolean => {
    try {
      return typeof label.value === 'string'
    } catch (error) {
      ctx.log.warn(`"${id}" has no name`, error)
      return false
    }
  }
  const contributed = ctx.all(accountTabs)
  const actions = ctx.all(accountActions)
  const selectedTab = signal<string | null>(null)
  return {
    tabs: computed(() =>
      contributed.value.filter(isNamed).map(({ id, label, view }) => ({ id, label: label.value, view })),
    ),
    selectedTab,
    selectTab: (id) => {
      selectedTab.value = id
    },
    actions: computed(() => inOrder(actions.value.filter(isNamed), walletFeaturesOrder)),
  }
}
