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

export interface Holdings {
  readonly tabs: ReadonlySignal<readonly { readonly id: string; readonly label: string; readonly view: PlainView }[]>
  /** Id of the tab that was chosen; the first is shown where there is none. */
  readonly selectedTab: ReadonlySignal<AccountTab['id'] | null>
  selectTab(id: AccountTab['id']): void
  readonly actions: ReadonlySignal<readonly AccountAction[]>
}

/** What other plugins add to the Account view. */
export function createHoldings(ctx: Context): Holdings {
  const contributed = ctx.all(accountTabs)
  const selectedTab = signal<string | null>(null)
  return {
    tabs: computed(() => contributed.value.map(({ id, label, view }) => ({ id, label: label.value, view }))),
    selectedTab,
    selectTab: (id) => {
      selectedTab.value = id
    },
    actions: ctx.all(accountActions),
  }
}
