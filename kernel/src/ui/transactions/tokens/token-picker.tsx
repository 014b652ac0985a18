import { type ReactNode, useMemo, useState } from 'react'
import type { AccountToken } from '../../../domain/assets/account-tokens.js'
import { ListHeading, LongList } from '../../../lists/long-list.js'
import { ResultCount } from '../../../lists/result-count.js'
import { SearchField } from '../../../lists/search-field.js'
import { EmptyState, ErrorState } from '../../states/states.js'
import { useTransactionTexts } from '../use-transaction-texts.js'
import { type FindToken, useTokenAtAddress } from './token-at-address.js'
import { ambiguousSymbols, groupTokens, type TokenGroup } from './token-groups.js'
import { TokenRow } from './token-row.js'
import { createStableOrder, createTokenSearch } from './token-search.js'

export interface TokenPickerProps {
  /** Tokens of the account: the value of `all` of `createAccountTokens`. */
  readonly tokens: readonly AccountToken[]
  /** CAIP-19 id of the selected token. */
  readonly chosen?: string | undefined
  /** Content above the search field, such as the choice of a network. */
  readonly before?: ReactNode
  /** Groups of the list while the search field is empty. Must be the same array on each render. */
  readonly groups?: readonly TokenGroup[]
  /** Finds a token by its address, if the token is not in the list. Must be the same function on each render: a new function starts a new search. */
  readonly find?: FindToken
  /** Must be the same function on each render, otherwise all rows are rendered again. */
  onChoose(token: AccountToken): void
}

const NO_GROUPS: readonly TokenGroup[] = []

const flagOf = ({ spamFlags, scaledAmount }: AccountToken) =>
  spamFlags?.[0] ?? (scaledAmount === undefined ? undefined : 'scaled')

interface PickerRowProps extends Pick<TokenPickerProps, 'chosen' | 'onChoose'> {
  /** Token, or title of a group. */
  readonly row: AccountToken | string | undefined
  /** Symbols that several tokens have. */
  readonly ambiguous: ReadonlySet<string>
}

function PickerRow({ row, chosen, ambiguous, onChoose }: PickerRowProps): ReactNode {
  const t = useTransactionTexts()
  if (typeof row === 'string') return <ListHeading>{row}</ListHeading>
  if (!row) return null
  const flag = flagOf(row)
  return (
    <TokenRow
      token={row}
      isChosen={row.assetId === chosen}
      warning={flag && t(`token.flag.${flag}`)}
      isAmbiguous={ambiguous.has(row.symbol.toUpperCase())}
      onChoose={onChoose}
    />
  )
}

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
  const [stableOrder] = useState(createStableOrder)
  const search = useMemo(() => createTokenSearch(stableOrder(tokens)), [stableOrder, tokens])
  const ambiguous = useMemo(() => ambiguousSymbols(tokens), [tokens])
  const matches = useMemo(() => search(text), [search, text])
  const all = useMemo(() => groupTokens(search(''), groups), [search, groups])
  const { rows, headings } = text.trim() === '' ? all : { rows: matches, headings: undefined }
  const t = useTransactionTexts()
  const { token: unlisted, status, retry } = useTokenAtAddress(matches.length === 0 ? text : '', find)
  const unlistedFlag = unlisted && flagOf(unlisted)
  const row = (at: number): ReactNode => (
    <PickerRow row={rows[at]} chosen={chosen} ambiguous={ambiguous} onChoose={onChoose} />
  )
  return (
    <SearchField
      before={before}
      label={t('token.search')}
      placeholder={t('token.searchHint')}
      value={text}
      onChange={setText}
      clearLabel={t('token.clear')}
      hint={status === 'done' && <ResultCount t={t} text="token.found" count={unlisted ? 1 : matches.length} />}
    >
      {unlisted ? (
        <ul className="wm-list" aria-label={t('token.list')}>
          <TokenRow
            token={unlisted}
            isChosen={unlisted.assetId === chosen}
            warning={t(`token.${unlistedFlag ? `flag.${unlistedFlag}` : 'unlisted'}`)}
            onChoose={onChoose}
          />
        </ul>
      ) : status === 'failed' ? (
        <ErrorState title={t('token.failed')} text={t('token.failedText')} onRetry={retry} />
      ) : matches.length === 0 ? (
        <EmptyState
          icon="search"
          title={t(status === 'searching' ? 'token.looking' : 'token.nothing')}
          text={status === 'searching' ? '' : t('token.nothingText')}
        />
      ) : (
        <LongList label={t('token.list')} count={rows.length} row={row} {...(headings && { headings })} />
      )}
    </SearchField>
  )
}
