import type { ConnectParams, ViewProps } from '@wallet-modal/kernel'
import { LongList, ResultCount, SearchField } from '@wallet-modal/kernel/lists'
import { Checkbox, EmptyState, ErrorState, Skeleton, SlotView, Stack, useValue } from '@wallet-modal/kernel/ui'
import { memo, type ReactNode, useDeferredValue, useEffect } from 'react'
import { type AllWallets, allWalletsOf } from '../catalogue/all-wallets.js'
import type { VisibleList } from '../catalogue/visible-list.js'
import { Legal } from '../contract.js'
import type { ConnectModel } from '../model.js'
import { rowKey } from '../rows.js'
import { Gates } from './gates.js'
import { WalletRowItem } from './wallet-row-item.js'

type ViewOfAllWallets = ViewProps<ConnectParams | undefined, void, ConnectModel>
type Props = Pick<ViewOfAllWallets, 'model' | 'ctx'>
type SearchResultsProps = Props & { readonly list: AllWallets; readonly visible: VisibleList }

/** All wallets: installed wallets first, then the catalogue page by page, with a search. */
export default function AllWalletsView({ params, model, ctx }: ViewOfAllWallets): ReactNode {
  const list = allWalletsOf(model, ctx, params)
  useEffect(() => {
    list.onOpen(ctx.router.current.peek()?.key)
    return () => list.onClose()
  }, [list, ctx])
  const isFirst = ctx.router.depth.peek() === 0 // on phones, the modal can open with this view; otherwise the Connect view has displayed the links
  const query = useValue(list.query)
  // renders the typed letter first, then the results
  const visible = useDeferredValue(useValue(list.visible))
  const count = useCount(visible, list, model)
  const pendingText = ctx.t(visible.term ? 'all.searching' : 'all.loading')
  return (
    <SearchField
      label={ctx.t('all.search')}
      placeholder={ctx.t('all.placeholder')}
      value={query}
      onChange={list.search}
      clearLabel={ctx.t('all.clear')}
      hint={count === undefined ? pendingText : <ResultCount t={ctx.t} text="all.count" count={count} />}
      before={
        <>
          <Gates model={model} />
          {model.hasLegalLinks && isFirst && <SlotView view={Legal} />}
        </>
      }
      after={<CertifiedOnly list={list} ctx={ctx} />}
    >
      <SearchResults visible={visible} list={list} model={model} ctx={ctx} />
    </SearchField>
  )
}

/**
 * Number of wallets, shown with the search field. While the list loads, it is the catalogue's total, or `undefined` if there is a search or filter.
 * After a failure, it is the number of loaded wallets.
 */
function useCount(
  { term, status, isComplete, rows }: VisibleList,
  list: AllWallets,
  { catalogue, params }: ConnectModel,
): number | undefined {
  const total = useValue(catalogue.count)
  const { namespace } = useValue(params)
  const isFiltered = useValue(list.isCertifiedOnly) || term !== '' || namespace
  return isComplete || status === 'failed' ? rows.length : isFiltered ? undefined : total
}

/** Filter checkbox, displayed if the catalogue certifies wallets. */
function CertifiedOnly({ list, ctx }: Pick<Props, 'ctx'> & { readonly list: AllWallets }): ReactNode {
  const isOffered = useValue(list.certifies)
  const isOnly = useValue(list.isCertifiedOnly)
  return (
    isOffered && (
      <Checkbox checked={isOnly} onChange={list.showCertifiedOnly}>
        {ctx.t('all.certified')}
      </Checkbox>
    )
  )
}

/** Memoized: re-renders when the list changes, not on each key press. */
const SearchResults = memo(function SearchResults({ visible, list, model, ctx }: SearchResultsProps): ReactNode {
  const { rows, term, status, isComplete, position } = visible
  const canConnect = useValue(model.canConnect)
  const installed = rows.filter(({ kind }) => kind === 'connector')
  const others = rows.slice(installed.length)
  const item = (at: number, from = others): ReactNode => {
    const row = from[at]
    return row && <WalletRowItem key={rowKey(row)} row={row} model={model} ctx={ctx} disabled={!canConnect} quiet />
  }
  if (rows.length === 0 && status === 'failed')
    return <ErrorState title={ctx.t('all.failed.title')} text={ctx.t('all.failed.text')} onRetry={list.retry} />
  if (rows.length === 0 && isComplete) {
    return (
      <EmptyState
        icon="search"
        title={ctx.t('all.none.title')}
        text={ctx.t(term ? 'all.none.text' : 'connect.empty.text')}
      />
    )
  }
  return (
    <Stack gap={2}>
      {rows.length > 0 && (
        <LongList
          key={term}
          label={ctx.t('connect.list')}
          before={installed.map((_, at) => item(at, installed))}
          count={others.length}
          row={(at) => item(at)}
          keyOf={(at) => (others[at] ? rowKey(others[at]) : at)}
          isComplete={isComplete}
          onNearEnd={list.loadMore}
          position={position}
        />
      )}
      {status === 'loading' && <Skeleton rows={others.length === 0 ? 6 : 2} />}
      {status === 'failed' && <ErrorState title={ctx.t('all.failed.more')} onRetry={list.retry} />}
    </Stack>
  )
})
