import type { ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Mark, Name, useValue } from '@wallet-modal/kernel/ui'
import { Section } from '@wallet-modal/kernel/ui/more'
import type { ReactNode } from 'react'
import { familyName } from '../family-name.js'
import type { AccountModel } from '../model.js'

const texts = { waiting: 'wallets.waiting', rejected: 'wallets.declined', failed: 'wallets.failed' } as const

/** Wallets that were connected before: one click asks them again, and says how they answer. */
export function RecentWallets({ model, ctx }: Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'>): ReactNode {
  const recent = useValue(model.recent)
  const asked = useValue(model.asked)
  const { t } = ctx
  if (recent.length === 0) return null
  return (
    <Section title={t('wallets.recent')}>
      <List label={t('wallets.recent')}>
        {recent.map((wallet) => {
          const { namespace, connectorId, connector } = wallet
          const mine = asked?.namespace === namespace && asked.connectorId === connectorId ? asked : undefined
          const family = familyName(namespace, t)
          return (
            <ListItem
              key={`${namespace} ${connectorId}`}
              label={<Name>{connector.name}</Name>}
              description={mine ? t(texts[mine.status], { name: connector.name }) : family}
              leading={<Mark name={connector.name} src={connector.icon} />}
              trailing="chevron"
              onClick={() => void model.reconnect(wallet)}
            />
          )
        })}
      </List>
    </Section>
  )
}
