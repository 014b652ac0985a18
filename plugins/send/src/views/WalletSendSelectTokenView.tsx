import type { ViewProps } from '@wallet-modal/kernel'
import { Finder, LongList } from '@wallet-modal/kernel/lists'
import { EmptyState, ListItem, Mark, Name, Tag, useValue } from '@wallet-modal/kernel/ui'
import { Amount } from '@wallet-modal/kernel/ui/more'
import { type ReactNode, useMemo, useState } from 'react'
import type { SendModel } from '../model.js'
import { searchTokens } from '../search.js'
import type { SendableToken } from '../tokens.js'

/** The tokens that can be sent, found by name, symbol or address. */
export default function WalletSendSelectTokenView({ model, ctx }: ViewProps<void, void, SendModel>): ReactNode {
  const tokens = useValue(model.tokens.all)
  const chosen = useValue(model.token)
  const [text, setText] = useState('')
  const found = useMemo(() => searchTokens(tokens, text), [tokens, text])
  const { t } = ctx
  const choose = (token: SendableToken): void => {
    model.chooseToken(token)
    ctx.router.back()
  }
  const row = (at: number): ReactNode => {
    const token = found[at]
    return (
      token && (
        <ListItem
          key={token.assetId}
          label={<Name>{token.name}</Name>}
          description={
            <>
              <Amount value={token.amount} decimals={token.decimals} symbol={token.symbol} />
              {/^\d+$/.test(token.address ?? '') && ` · ${token.address}`}
            </>
          }
          leading={<Mark name={token.symbol} src={token.iconUrl} size={40} lazy />}
          trailing={token.doubts?.[0] && <Tag tone="warning">{t(`token.doubt.${token.doubts[0]}`)}</Tag>}
          current={token.assetId === chosen?.assetId}
          onClick={() => choose(token)}
        />
      )
    )
  }
  return (
    <Finder
      label={t('token.search')}
      placeholder={t('token.searchHint')}
      value={text}
      onChange={setText}
      clearLabel={t('token.clear')}
      hint={t('token.found', { count: found.length })}
    >
      {found.length === 0 ? (
        <EmptyState icon="search" title={t('token.nothing')} text={t('token.nothingText')} />
      ) : (
        <LongList label={t('token.list')} count={found.length} row={row} />
      )}
    </Finder>
  )
}
