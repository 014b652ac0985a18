import type { ViewProps } from '@wallet-modal/kernel'
import {
  afterPaint,
  Button,
  EmptyState,
  List,
  ListItem,
  Mark,
  Name,
  Skeleton,
  SlotView,
  Stack,
  Tag,
  Text,
  useValue,
} from '@wallet-modal/kernel/ui'
import { Fragment, type ReactNode, useEffect } from 'react'
import { GetWallet } from '../contract.js'
import type { ConnectModel } from '../model.js'
import { rowKey, rowName, type WalletRow } from '../rows.js'

type Props = ViewProps<void, void, ConnectModel>

/** Gates first, then the blocks of every plugin that brings a way to connect. */
export default function ConnectView({ model, ctx }: Props): ReactNode {
  const gates = useValue(model.gates)
  const methods = useValue(model.methods)
  useEffect(() => afterPaint(() => model.catalogue.load()), [model])
  return (
    <Stack>
      {gates.map(({ view }) => (
        <SlotView key={view.name} view={view} />
      ))}
      {methods.map(({ view }, at) => (
        <Fragment key={view.name}>
          {at > 0 && (
            <Text tone="muted" size="caption" align="center">
              {ctx.t('connect.or')}
            </Text>
          )}
          <SlotView view={view} />
        </Fragment>
      ))}
    </Stack>
  )
}

/** The wallet block of the Connect view. */
export function WalletsView({ model, ctx }: Props): ReactNode {
  const rows = useValue(model.rows)
  const reserved = useValue(model.reserved)
  const isOpen = useValue(model.isOpen)
  if (rows.length === 0 && reserved === 0) {
    return (
      <EmptyState icon="wallet" title={ctx.t('connect.empty.title')} text={ctx.t('connect.empty.text')}>
        <Button compact onClick={() => void ctx.router.push(GetWallet)}>
          {ctx.t('connect.empty.action')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <>
      <List label={ctx.t('connect.list')}>
        {rows.map((row) => (
          <Row key={rowKey(row)} row={row} model={model} ctx={ctx} disabled={!isOpen} />
        ))}
      </List>
      {reserved > 0 && <Skeleton rows={reserved} />}
    </>
  )
}

interface RowProps extends Pick<Props, 'model' | 'ctx'> {
  readonly row: WalletRow
  readonly disabled: boolean
}

function Row({ row, model, ctx, disabled }: RowProps): ReactNode {
  const active = useValue(ctx.connections.active)
  const connector = row.kind === 'connector' ? row.connector : undefined
  const src = row.kind === 'connector' ? row.connector.icon : model.catalogue.imageUrl(row.wallet)
  const tag = tagOf(row, active?.connectorId)
  return (
    <ListItem
      label={<Name>{rowName(row)}</Name>}
      leading={<Mark name={rowName(row)} src={src} />}
      trailing={
        tag && (
          <Tag tone={tag === 'connected' ? 'success' : tag === 'installed' ? 'accent' : 'default'}>
            {ctx.t(`tag.${tag}`)}
          </Tag>
        )
      }
      description={connector?.suspicious ? ctx.t('connect.suspicious') : undefined}
      disabled={disabled}
      onClick={() => model.choose(row)}
    />
  )
}

function tagOf(
  row: WalletRow,
  connectedId: string | undefined,
): 'connected' | 'recent' | 'installed' | 'qr' | 'get' | undefined {
  if (row.kind === 'wallet') return 'get'
  if (row.connector.id === connectedId) return 'connected'
  if (row.section === 'recent') return 'recent'
  if (row.section === 'walletConnect') return 'qr'
  return row.section === 'injected' ? 'installed' : undefined
}
