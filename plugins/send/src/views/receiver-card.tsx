import { Button, Icon, IconButton, List, ListItem, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar, Input, Section } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useState } from 'react'
import { WalletSendScan } from '../contract.js'
import type { FormProps } from './form-props.js'
import { Issues, useIssueText } from './issues.js'

/** Receiver field, with the complete address and warnings. */
export function ReceiverCard({ model, ctx }: FormProps): ReactNode {
  const receiver = useValue(model.form.receiver)
  const { preset } = useValue(model.opening)
  const textOf = useIssueText({ model, ctx })
  return (
    <Stack gap={3}>
      <ReceiverInput model={model} ctx={ctx} />
      {receiver.status === 'found' && (
        <Section raised>
          <Stack gap={2}>
            {receiver.resolved && (
              <Text>
                <Name>{receiver.resolved.name}</Name>{' '}
                {ctx.t(receiver.resolved.isProven ? 'receiver.proven' : 'receiver.resolved')}
              </Text>
            )}
            <Address>{receiver.address}</Address>
            <Issues model={model} ctx={ctx} issues={receiver.issues} />
          </Stack>
        </Section>
      )}
      <p className="wm-hidden" role="status">
        {receiver.status === 'found' && receiver.issues.map(textOf).join(' ')}
      </p>
      <LinkNotice model={model} ctx={ctx} />
      {receiver.status === 'empty' && preset.receiver === undefined && <Recent model={model} ctx={ctx} />}
    </Stack>
  )
}

function ReceiverInput({ model, ctx }: FormProps): ReactNode {
  const receiver = useValue(model.form.receiver)
  const supportsNames = useValue(model.form.supportsNames)
  const { preset } = useValue(model.opening)
  const textOf = useIssueText({ model, ctx })
  const [isPasteRefused, setPasteRefused] = useState(false)
  const { t } = ctx
  const isFixed = preset.receiver !== undefined
  const isReported = receiver.status === 'failed' || receiver.status === 'unconfirmed'
  const error = receiver.status === 'refused' ? textOf(receiver.issue) : undefined
  const hint = receiver.status === 'checking' ? t('receiver.checking') : undefined
  const set = (text: string): void => {
    setPasteRefused(false)
    model.form.setReceiver(text)
  }
  const paste = async (): Promise<void> => {
    try {
      set(await navigator.clipboard.readText())
    } catch {
      setPasteRefused(true) // the visitor can still paste by keyboard
    }
  }
  return (
    <Input
      label={t('receiver.label')}
      value={receiver.text}
      onChange={set}
      disabled={isFixed}
      placeholder={t(supportsNames ? 'receiver.placeholder' : 'receiver.placeholderPlain')}
      autoComplete="off"
      error={isReported ? t(`receiver.${receiver.status}`) : error}
      hint={isPasteRefused ? t('receiver.pasteFailed') : hint}
      clearLabel={t('receiver.clear')}
      trailing={!isFixed && receiver.text === '' && <InputButtons model={model} ctx={ctx} onPaste={paste} />}
    />
  )
}

function InputButtons({ model, ctx, onPaste }: FormProps & { onPaste(): Promise<void> }): ReactNode {
  const canScan = useValue(model.scan.isOffered)
  const { t, router } = ctx
  return (
    <>
      {canScan && (
        <IconButton label={t('receiver.scan')} icon={<ScanIcon />} onClick={() => void router.push(WalletSendScan)} />
      )}
      <IconButton label={t('receiver.paste')} icon="paste" onClick={() => void onPaste()} />
    </>
  )
}

/** Icon for scanning: three finder patterns of a QR code in a frame. */
const ScanIcon = (): ReactNode => (
  <svg className="wm-icon" width={20} height={20} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4.5 8.5v-2a2 2 0 0 1 2-2h2m7 0h2a2 2 0 0 1 2 2v2m0 7v2a2 2 0 0 1-2 2h-2m-7 0h-2a2 2 0 0 1-2-2v-2M8.5 8.5h2.5v2.5H8.5Zm4.5 0h2.5v2.5H13ZM8.5 13h2.5v2.5H8.5Zm4.5 0h2.5v2.5" />
  </svg>
)

/** Lists the fields that a payment link filled in, or offers to apply the link or to switch to its network. */
function LinkNotice({ model, ctx: { t } }: FormProps): ReactNode {
  const receiver = useValue(model.form.receiver)
  const link = useValue(model.form.link)
  const token = useValue(model.form.token)
  const amount = useValue(model.form.amount)
  const { preset } = useValue(model.opening)
  if (link) {
    // omits fields that the visitor has edited after the link filled them in
    const isToken = link.token !== undefined && link.token.assetId === token?.assetId
    const lastField = isToken ? (link.amount === amount.text ? 'amount' : 'token') : 'receiver'
    return (
      <Text size="caption" tone="muted">
        {t(`link.filled.${lastField}`)}
      </Text>
    )
  }
  if (receiver.status === 'unconfirmed')
    return (
      <Button kind="secondary" onClick={model.form.applyLink}>
        {t('link.apply')}
      </Button>
    )
  if (receiver.status !== 'refused' || !receiver.network || preset.network) return null
  return (
    <Button kind="secondary" onClick={model.switchToLink}>
      {t('link.switch', { network: receiver.network.name })}
    </Button>
  )
}

function Recent({ model, ctx: { t } }: FormProps): ReactNode {
  const recent = useValue(model.recent)
  if (recent.length === 0) return null
  return (
    <Section title={t('receiver.recent')}>
      <List label={t('receiver.recent')}>
        {recent.map(({ address, name }) => (
          <ListItem
            key={address}
            label={name === undefined ? <Address short>{address}</Address> : <Name>{name}</Name>}
            description={<bdi dir="ltr">{address}</bdi>}
            leading={<Avatar address={address} size={32} />}
            trailing={<Icon name="chevron" size={18} />}
            onClick={() => model.form.setReceiver(address)}
          />
        ))}
      </List>
    </Section>
  )
}
