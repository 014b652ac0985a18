import type { ViewProps } from '@wallet-modal/kernel'
import {
  Button,
  Checkbox,
  EmptyState,
  ErrorState,
  Icon,
  Link,
  List,
  ListItem,
  Mark,
  Name,
  ProgressRing,
  Skeleton,
  Stack,
  Tag,
  Text,
  useValue,
} from '@wallet-modal/kernel/ui'
import { Address, Amount, Avatar, CopyButton, Input, Payload, Section, Tabs } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Account, isLong } from './tokens.js'

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#0b5fff"/></svg>')}`
export const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

export const HomeView = ({ ctx }: ViewProps): ReactNode => (
  <Stack>
    <List label={ctx.t('wallets')}>
      <ListItem
        leading={<Mark name="Zephyr" src={picture} />}
        label={<Name>Zephyr</Name>}
        trailing={<Tag tone="success">{ctx.t('installed')}</Tag>}
        onClick={() => ctx.toast.success('Swapped')}
      />
      <ListItem
        leading={<Mark name="A wallet with a very long name indeed" />}
        label={<Name>A wallet with a very long name indeed</Name>}
        description={
          <>
            <Name>A long network</Name> · <Address short>{ADDRESS}</Address>
          </>
        }
        trailing={<Tag>{ctx.t('recent')}</Tag>}
        onClick={() => {}}
      />
      <ListItem
        leading={<Icon name="wallet" />}
        label={ctx.t('account')}
        trailing="chevron"
        onClick={() => void ctx.router.push(Account)}
      />
    </List>
    {useValue(isLong) && <Skeleton rows={6} />}
  </Stack>
)

export const AccountView = ({ ctx }: ViewProps): ReactNode => {
  const [tab, setTab] = useState('tokens')
  const tabs = ['tokens', 'activity'].map((id) => ({ id, label: ctx.t(id) }))
  return (
    <Stack gap={4}>
      <Stack gap={2} align="center">
        <Avatar address={ADDRESS} size={64} />
        <Stack row gap={1} align="center">
          <Text size="title">
            <Address short>{ADDRESS}</Address>
          </Text>
          <CopyButton value={ADDRESS} label={ctx.t('copy')} />
        </Stack>
        <Amount value={1234567890123456789n} decimals={18} symbol="ETH" />
      </Stack>
      <Tabs label={ctx.t('holdings')} tabs={tabs} selected={tab} onSelect={setTab}>
        <EmptyState icon="clock" title={ctx.t('nothing')} text={ctx.t('nothingText')} />
      </Tabs>
    </Stack>
  )
}

/** A button in its own shadow root, as third-party elements in a view may have. */
function Nested(): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = host.current?.attachShadow({ mode: 'open' })
    const button = document.createElement('button')
    button.textContent = 'Nested'
    root?.append(button)
  }, [])
  return <div id="nested" ref={host} />
}

export const FormView = ({ ctx }: ViewProps): ReactNode => {
  const [amount, setAmount] = useState('')
  const [isAgreed, agree] = useState(false)
  return (
    <Stack gap={4}>
      <Input label={ctx.t('amount')} value={amount} onChange={setAmount} inputMode="decimal" hint={ctx.t('hint')} />
      <Input label={ctx.t('receiver')} value="0x12" onChange={() => {}} error={ctx.t('wrong')} />
      <Checkbox checked={isAgreed} onChange={agree}>
        {ctx.t('agree')} <Link href="https://example.org/terms">{ctx.t('terms')}</Link>
      </Checkbox>
      <Section title={ctx.t('receiver')} raised>
        <Address>{ADDRESS}</Address>
      </Section>
      <Payload>example.org wants you to sign in.</Payload>
      <ProgressRing>
        <Mark name="Zephyr" src={picture} size={72} />
      </ProgressRing>
      <Text tone="muted" align="center">
        {ctx.t('accept')}
      </Text>
      <ErrorState title={ctx.t('failed')} onRetry={() => {}} />
      <Nested />
      <Stack row gap={2}>
        <Button kind="quiet" onClick={() => {}}>
          {ctx.t('cancel')}
        </Button>
        <Button onClick={() => {}}>{ctx.t('send')}</Button>
      </Stack>
    </Stack>
  )
}
