import { type ReactNode, useMemo, useState } from 'react'
import type { AccountToken } from '../../domain/assets/account-tokens.js'
import { Finder } from '../../lists/finder.js'
import { FoundCount } from '../../lists/found-count.js'
import { ListHeading, LongList } from '../../lists/long-list.js'
import { EmptyState } from '../states/states.js'
import { type FindToken, useTokenAtAddress } from './token-at-address.js'
import { inGroups, type TokenGroup } from './token-groups.js'
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
  /** Headings of the list while nothing is searched. Must be a stable list. */
  readonly groups?: readonly TokenGroup[]
  /** Finds a token that is not in the list by its address. Must be a stable function. */
  readonly find?: FindToken
  /** Must be a stable function, otherwise all rows are rendered again. */
  onChoose(token: AccountToken): void
}

const NO_GROUPS: readonly TokenGroup[] = []

/** List of tokens with balances, searched by name, symbol or address. */
export function TokenPicker({
  tokens,
  chosen,
  before,
  groups = NO_GROUPS,
  find,
  onChoose,
}: TokenPickerProps): ReactNode {
  const [text, setText] = useState('')
  const [inOrder] = useState(createStableOrder)
  const search = useMemo(() => createTokenSearch(inOrder(tokens)), [inOrder, tokens])
  const found = useMemo(() => search(text), [search, text])
  const all = useMemo(() => inGroups(search(''), groups), [search, groups])
  const { rows, headings } = text.trim() === '' ? all : { rows: found, headings: undefined }
  const t = useTransactionTexts()
  const { token: unlisted, isLooking } = useTokenAtAddress(found.length === 0 ? text : '', find)
  const row = (at: number): ReactNode => {
    const one = rows[at]
    if (typeof one === 'string') return <ListHeading>{one}</ListHeading>
    return one && <TokenRow token={one} isChosen={one.assetId === chosen} onChoose={onChoose} />
  }
  return (
    <Finder
      before={before}
      label={t('token.search')}
      placeholder={t('token.searchHint')}
      value={text}
      onChange={setText}
      clearLabel={t('token.clear')}
      hint={<FoundCount t={t} text="token.found" count={unlisted ? 1 : found.length} />}
    >
      {unlisted ? (
        <ul className="wm-list" aria-label={t('token.list')}>
          <TokenRow token={unlisted} isChosen={unlisted.assetId === chosen} isUnlisted onChoose={onChoose} />
        </ul>
      ) : found.length === 0 ? (
        <EmptyState
          icon="search"
          title={t(isLooking ? 'token.looking' : 'token.nothing')}
          text={isLooking ? '' : t('token.nothingText')}
        />
      ) : (
        <LongList label={t('token.list')} count={rows.length} row={row} {...(headings && { headings })} />
      )}
    </Finder>
  )
}
