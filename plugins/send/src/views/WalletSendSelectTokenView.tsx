import type { ViewProps } from '@wallet-modal/kernel'
import { Finder, FoundCount, LongList } from '@wallet-modal/kernel/lists'
import { EmptyState, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useMemo, useState } from 'react'
import type { SendModel } from '../model.js'
import { createStillOrder, createTokenSearch } from '../search.js'
import { TokenChoice } from './TokenChoice.js'

/** The tokens that can be sent, found by name, symbol or address. */
export default function WalletSendSelectTokenView({ model, ctx }: ViewProps<void, void, SendModel>): ReactNode {
  const tokens = useValue(model.tokens.all)
  const chosen = useValue(model.token)
  const [text, setText] = useState('')
  const [inOrder] = useState(createStillOrder)
  const search = useMemo(() => createTokenSearch(inOrder(tokens)), [inOrder, tokens])
  const found = useMemo(() => search(text), [search, text])
  const { t } = ctx
  const row = (at: number): ReactNode => {
    const token = found[at]
    if (!token) return null
    const [reason] = token.doubts ?? []
    const doubt = reason && t(`token.doubt.${reason}`)
    const isChosen = token.assetId === chosen?.assetId
    return <TokenChoice token={token} doubt={doubt} isChosen={isChosen} model={model} ctx={ctx} />
  }
  return (
    <Finder
      label={t('token.search')}
      placeholder={t('token.searchHint')}
      value={text}
      onChange={setText}
      clearLabel={t('token.clear')}
      hint={<FoundCount t={t} text="token.found" count={found.length} />}
    >
      {found.length === 0 ? (
        <EmptyState icon="search" title={t('token.nothing')} text={t('token.nothingText')} />
      ) : (
        <LongList label={t('token.list')} count={found.length} row={row} />
      )}
    </Finder>
  )
}
