import { connectors, type ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, List, ListItem, Mark, Name, Stack, Tag, useValue } from '@wallet-modal/kernel/ui'
import { Tabs } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useState } from 'react'
import type { DevtoolsRecord, Entry } from '../record.js'

type Props = ViewProps<void, void, DevtoolsRecord>
type Translate = Props['ctx']['t']

const tabIds = ['wallets', 'timeline', 'requests', 'plugins'] as const
type TabId = (typeof tabIds)[number]

/** Kinds of entries in a tab, and whether the newest comes first. */
const tabEntries: Readonly<
  Record<Exclude<TabId, 'wallets'>, { readonly kinds: readonly Entry['kind'][]; readonly newestFirst: boolean }>
> = {
  timeline: { kinds: ['state', 'event', 'problem'], newestFirst: true },
  requests: { kinds: ['request'], newestFirst: true },
  plugins: { kinds: ['setup'], newestFirst: false },
}

/** Four tabs: the connectors, and three lists of recorded entries. */
export default function DevtoolsView({ model, ctx }: Props): ReactNode {
  const [tab, setTab] = useState<TabId>('wallets')
  const { t } = ctx
  return (
    <Tabs
      label={t('tabs')}
      tabs={tabIds.map((id) => ({ id, label: t(id) }))}
      selected={tab}
      onSelect={(id) => setTab(tabIds.find((tabId) => tabId === id) ?? 'wallets')}
    >
      {tab === 'wallets' ? <Wallets ctx={ctx} /> : <Entries tab={tab} model={model} t={t} />}
    </Tabs>
  )
}

/** All connectors with their identifying properties. */
function Wallets({ ctx }: Pick<Props, 'ctx'>): ReactNode {
  const allConnectors = useValue(ctx.all(connectors))
  const { t } = ctx
  if (allConnectors.length === 0)
    return <EmptyState icon="wallet" title={t('walletsNone')} text={t('walletsNoneText')} />
  return (
    <List label={t('wallets')}>
      {allConnectors.map(({ id, name, type, namespaces, rdns, walletId, icon, suspicious }) => (
        <ListItem
          key={`${id} ${namespaces.join()}`}
          leading={<Mark name={name} src={icon} size={40} />}
          label={<Name>{name}</Name>}
          description={[type, namespaces.join(', '), rdns ?? id, walletId, suspicious && t('suspicious')]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </List>
  )
}

interface EntriesProps {
  readonly tab: Exclude<TabId, 'wallets'>
  readonly model: DevtoolsRecord
  readonly t: Translate
}

function Entries({ tab, model, t }: EntriesProps): ReactNode {
  const { kinds, newestFirst } = tabEntries[tab]
  const tabContent = useValue(model.entries).filter(({ kind }) => kinds.includes(kind))
  if (tabContent.length === 0) return <EmptyState icon="clock" title={t('nothing')} text={t('nothingText')} />
  return (
    <Stack gap={3}>
      <List label={t(tab)}>
        {(newestFirst ? tabContent.toReversed() : tabContent).map((entry) => (
          <Row key={entry.id} entry={entry} t={t} />
        ))}
      </List>
      {tab !== 'plugins' && (
        <Button kind="secondary" compact onClick={() => model.clear(kinds)}>
          {t('clear')}
        </Button>
      )}
    </Stack>
  )
}

const toOneDecimal = (time: number): string => (Math.round(time * 10) / 10).toString()

/** Splits an entry's name into label and source. Event: name and package (`connected`, `@wallet-modal/kernel`). Request: path and origin. */
function splitName({ kind, name }: Entry): readonly [string, string] {
  if (kind === 'event') return [name.slice(name.indexOf('#') + 1), name.slice(0, Math.max(0, name.indexOf('#')))]
  if (kind !== 'request' || !URL.canParse(name)) return [name, '']
  const { origin } = new URL(name)
  return [name.slice(origin.length), origin]
}

function Row({ entry, t }: { readonly entry: Entry } & Pick<EntriesProps, 't'>): ReactNode {
  const { kind, detail, at, durationMs } = entry
  const [label, source] = splitName(entry)
  const when = kind === 'setup' ? '' : t('at', { time: toOneDecimal(at / 1000) })
  return (
    <ListItem
      label={<Name>{label}</Name>}
      description={[source, detail, when].filter(Boolean).join(' · ')}
      trailing={
        kind === 'setup' || kind === 'request' ? (
          <Tag>{t('took', { time: toOneDecimal(durationMs) })}</Tag>
        ) : (
          <Tag tone={kind === 'problem' ? 'danger' : 'default'}>{kind}</Tag>
        )
      }
    />
  )
}
