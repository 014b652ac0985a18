import type { ViewProps } from '@wallet-modal/kernel'
import { SlotView, useValue } from '@wallet-modal/kernel/ui'
import { Tabs } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import type { AccountModel } from '../model.js'

/** Tabs that plugins add to the Account view, such as tokens, NFTs and activity. */
export function AccountTabs({ model, ctx }: Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'>): ReactNode {
  const tabs = useValue(model.tabs)
  const selected = useValue(model.selectedTab)
  const displayedTab = tabs.find(({ id }) => id === selected) ?? tabs[0]
  if (!displayedTab) return null
  return (
    <Tabs label={ctx.t('account.tabs')} tabs={tabs} selected={displayedTab.id} onSelect={model.selectTab}>
      <SlotView key={displayedTab.id} view={displayedTab.view} />
    </Tabs>
  )
}
