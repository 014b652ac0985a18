import type { ViewContext } from '@wallet-modal/kernel'
import { Icon, List, ListItem } from '@wallet-modal/kernel/ui'
import { Address, Amount, CopyButton, Fact, Facts, Section } from '@wallet-modal/kernel/ui/more'
import type { ReactNode } from 'react'
import type { Followed } from '../follow.js'

/** A transaction that was handed over: how much, to whom, and where to look at it. */
export function TransactionCard({
  followed: { sent, explorerUrl },
  ctx: { t },
}: {
  readonly followed: Followed
  readonly ctx: Pick<ViewContext, 't'>
}): ReactNode {
  const { token, amount, receiver, hash } = sent
  return (
    <>
      <Section raised>
        <Facts>
          <Fact label={t('preview.amount')}>
            <Amount value={amount} decimals={token.decimals} symbol={token.symbol} places={token.decimals} />
          </Fact>
          <Fact label={t('preview.to')} long>
            <Address>{receiver}</Address>
          </Fact>
          {hash !== undefined && (
            <Fact label={t('confirmed.hash')} long>
              <Address>{hash}</Address>
            </Fact>
          )}
        </Facts>
        {hash !== undefined && <CopyButton showLabel value={hash} label={t('confirmed.copy')} />}
      </Section>
      {explorerUrl !== undefined && (
        <List>
          <ListItem
            label={t('confirmed.explorer')}
            leading={<Icon name="network" />}
            trailing={<Icon name="external" size={18} />}
            href={explorerUrl}
          />
        </List>
      )}
    </>
  )
}
