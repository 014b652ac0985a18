import { type ReactNode, useMemo, useState } from 'react'
import type { AccountToken } from '../../domain/assets/account-tokens.js'
import { Finder } from '../../lists/finder.js'
import { FoundCount } from '../../lists/found-count.js'
import { LongList } from '../../lists/long-list.js'
import { EmptyState } from '../states/states.js'
import { TokenRow } from './token-row.js'
import { createStableOrder, createTokenSearch } from './token-search.js'
import { useTransactionTexts } from './use-transaction-texts.js'

export interface TokenPickerProps {
  /** List of `createAccountTokens`. */
  readonly tokens: readonly AccountToken[]
  /** CAIP-19 id of the current token. */
  readonly chosen?: string | undefined
  /** Content above the search field, such as the choice of a network. */
  readonly before?: ReactNode
  /** Must be a stable function, otherwise all rows are rendered again. */
  onChoose(token: AccountToken): void
}

/** List of tokens with balances, searched by name, symbol or address. */
export function TokenPicker({ tokens, chosen, before, onChoose }: TokenPickerProps): ReactNode {
  const [text, setText] = useState('')
  const [inOrder] = useState(createStableOrder)
  const search = useMemo(() => createTokenSearch(inOrder(tokens)), [inOrder, tokens])
  const found = useMemo(() => search(text), [search, text])
  const t = useTransactionTexts()
  const row = (at: number): ReactNode => {
    const token = found[at]
    return token && <TokenRow token={token} isChosen={token.assetId === chosen} onChoose={onChoose} />
  }
  return (
    <Finder
      before={before}
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
