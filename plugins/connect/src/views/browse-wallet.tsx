import type { ViewProps } from '@wallet-modal/kernel'
import { Icon, Mark, Stack, Text } from '@wallet-modal/kernel/ui'
import { ButtonLink, QrCode } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'
import { isLoopback, MAX_CODE_LENGTH } from '../browse.js'

interface BrowseWalletProps extends Pick<ViewProps, 'ctx'> {
  readonly name: string
  /** URL for `<img src>`. */
  readonly image: string | undefined
  /** Link that opens this page in the wallet's in-app browser. */
  readonly link: string
  /** Whether the page is on a phone or tablet. */
  readonly isTouch: boolean
}

/** Opens this page in a wallet's in-app browser: a button on a phone, a QR code on other devices. A page on a loopback address gets no QR code. */
export function BrowseWallet(props: BrowseWalletProps): ReactNode {
  return props.isTouch ? <OpenHere {...props} /> : <ScanToOpen {...props} />
}

function OpenHere({ name, image, ctx, link }: BrowseWalletProps): ReactNode {
  return (
    <Stack gap={4} align="center">
      <Mark name={name} src={image} size={72} />
      <ButtonLink icon={<Icon name="external" size={18} />} href={link}>
        {ctx.t('browse.open', { name })}
      </ButtonLink>
    </Stack>
  )
}

function ScanToOpen({ name, image, ctx, link }: BrowseWalletProps): ReactNode {
  const isLocal = isLoopback(location.href)
  const hasCode = !isLocal && link.length <= MAX_CODE_LENGTH
  const squares = useMemo(() => (hasCode ? encode(link, { ecc: 'M', border: 0 }).data : undefined), [hasCode, link])
  if (!squares)
    return (
      <Stack gap={3} align="center">
        <Mark name={name} src={image} size={72} />
        {isLocal && (
          <Text size="caption" tone="warning" align="center">
            {ctx.t('browse.local', { host: location.host })}
          </Text>
        )}
      </Stack>
    )
  const text = ctx.t('browse.scan', { name })
  return (
    <Stack gap={3} align="center">
      <QrCode squares={squares} label={text} mark={<Mark name={name} src={image} size={48} />} />
      <Text align="center">{text}</Text>
    </Stack>
  )
}
