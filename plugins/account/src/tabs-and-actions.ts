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
import { accountItems } from '@wallet-modal/kernel/assets'
import type { AccountOptions } from './options.js'

export interface TabsAndActions {
  readonly tabs: ReadonlySignal<readonly { readonly id: string; readonly label: string; readonly view: PlainView }[]>
  /** Id of the selected tab; `null` while the first tab is shown by default. */
  readonly selectedTab: ReadonlySignal<AccountTab['id'] | null>
  selectTab(id: AccountTab['id']): void
  /** The first {@link MAX_TILES} actions: tiles in the Account view. */
  readonly tiles: ReadonlySignal<readonly AccountAction[]>
  /** Actions after the tiles: rows of Account Settings, and also of the Account view if it has no tabs. */
  readonly rows: ReadonlySignal<readonly AccountAction[]>
}

const ACTION_ORDER = ['onramp', 'swaps', 'receive', 'send']
/** Number of tiles that fit side by side on a phone without cutting words. */
const MAX_TILES = 4
const TAB_ORDER = ['tokens', 'nfts', 'activity']

/** Sorts items by the position of their id in `ids`. Items that are not in `ids` come last, in their previous order. */
const inOrder = <T extends { readonly id: string }>(items: readonly T[], ids: readonly string[]): readonly T[] => {
  const rank = ({ id }: T): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return items.toSorted((a, b) => rank(a) - rank(b))
}

/** Tabs and actions that plugins add to the Account view. */
export function createTabsAndActions(ctx: Context, { walletFeaturesOrder = [] }: AccountOptions): TabsAndActions {
  const contributed = accountItems(ctx, accountTabs)
  const contributedActions = accountItems(ctx, accountActions)
  const actions = computed(() => inOrder(contributedActions.value, [...walletFeaturesOrder, ...ACTION_ORDER]))
  const selectedTab = signal<string | null>(null)
  return {
    tabs: computed(() =>
      inOrder(contributed.value, TAB_ORDER).map(({ id, label, view }) => ({ id, label: label.value, view })),
    ),
    selectedTab,
    selectTab: (id) => {
      selectedTab.value = id
    },
    tiles: computed(() => actions.value.slice(0, MAX_TILES)),
    rows: computed(() => actions.value.slice(MAX_TILES)),
  }
}
