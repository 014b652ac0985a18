import type { EventToken, TrackedEvent, ViewContext, ViewProps } from '@wallet-modal/kernel'
import {
  Button,
  EmptyState,
  Icon,
  type IconName,
  List,
  ListItem,
  Mark,
  SlotView,
  Stack,
  Text,
  useValue,
} from '@wallet-modal/kernel/ui'
import { type ReactNode, useState } from 'react'
import { browseLink } from '../browse.js'
import type { CatalogueWallet } from '../contract.js'
import type { ConnectModel } from '../model.js'
import { BrowseWallet } from './browse-wallet.js'

/** Copied from the kernel, because importing it would add to the code that loads before a click. */
const tracked: EventToken<TrackedEvent> = { kind: 'event', name: '@wallet-modal/kernel#tracked' }

const links: readonly {
  readonly field: keyof CatalogueWallet & ('chrome_store' | 'app_store' | 'play_store' | 'homepage')
  readonly key: string
  readonly icon: IconName
}[] = [
  { field: 'chrome_store', key: 'downloads.chrome', icon: 'download' },
  { field: 'app_store', key: 'downloads.ios', icon: 'phone' },
  { field: 'play_store', key: 'downloads.android', icon: 'phone' },
  { field: 'homepage', key: 'downloads.website', icon: 'network' },
]

/** Download links of one wallet. Depending on the wallet, also a button that pairs with it, and a link that opens this page in its in-app browser. */
export default function DownloadsView({
  params,
  model,
  ctx,
}: ViewProps<{ readonly wallet: CatalogueWallet }, void, ConnectModel>): ReactNode {
  const { wallet } = params
  const link = browseLink(wallet, location.href)
  const image = useValue(model.catalogue.image(wallet)) ?? undefined // already loaded by the list
  // repeats `Gates` of gates.tsx: importing it would add a separate small chunk that loads before the first view
  const gates = useValue(model.gates)
  const [wasClosed] = useState(() => !model.canConnect.peek())
  const canConnect = useValue(model.canConnect)
  return (
    <Stack gap={4}>
      {link ? (
        <BrowseWallet name={wallet.name} image={image} ctx={ctx} link={link} isTouch={model.isTouch()} />
      ) : (
        <Stack align="center">
          <Mark name={wallet.name} src={image} size={72} />
        </Stack>
      )}
      {model.pairs(wallet) && (
        <>
          {wasClosed && gates.map(({ view }) => <SlotView key={view.name} view={view} />)}
          <Button
            kind={link ? 'secondary' : 'primary'}
            icon={<Icon name="phone" size={18} />}
            disabled={!canConnect}
            onClick={() => model.pair(wallet, ctx.router.back)}
          >
            {ctx.t('downloads.connect', { name: wallet.name })}
          </Button>
        </>
      )}
      <Text align="center" tone="muted">
        {ctx.t('downloads.text', { name: wallet.name })}
      </Text>
      <DownloadLinks wallet={wallet} ctx={ctx} isTouch={model.isTouch()} isAlone={!link} />
    </Stack>
  )
}

interface DownloadLinksProps {
  readonly wallet: CatalogueWallet
  readonly ctx: ViewContext
  readonly isTouch: boolean
  /** Whether the links are the only content of the view. If so, a wallet without links gets a message instead. */
  readonly isAlone: boolean
}

/** Links to the stores and the website of a wallet. */
function DownloadLinks({ wallet, ctx, isTouch, isAlone }: DownloadLinksProps): ReactNode {
  // on a phone, extensions come last
  const ordered = isTouch ? [...links.slice(1), ...links.slice(0, 1)] : links
  const availableLinks = ordered.flatMap((link) => {
    const href = wallet[link.field]
    return href ? [{ ...link, href }] : []
  })
  const report = (type: string): void =>
    ctx.emit(tracked, { event: 'GET_WALLET', properties: { name: wallet.name, explorerId: wallet.id, type } })
  if (availableLinks.length === 0) return isAlone && <EmptyState title={ctx.t('downloads.none')} />
  return (
    <List label={ctx.t('downloads.title')}>
      {availableLinks.map(({ field, key, icon, href }) => (
        <ListItem
          key={field}
          label={ctx.t(key)}
          leading={<Icon name={icon} />}
          trailing={<Icon name="external" size={18} />}
          href={href}
          onClick={() => report(field)}
        />
      ))}
    </List>
  )
}
