import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Icon, List, ListItem, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Footer, Input, Section } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect } from 'react'
import type { NamesModel } from '../model.js'
import { NoNames } from './no-names.js'

type Props = ViewProps<void, void, NamesModel>
type FormProps = Pick<Props, 'model' | 'ctx'>

/** Form that registers a name. */
export default function RegisterAccountNameView({ model, ctx }: Props): ReactNode {
  const active = useValue(ctx.connections.active)
  const isSupported = useValue(model.isSupported)
  const own = useValue(model.own)
  const ownKey = useValue(model.ownKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for another account or network
  useEffect(() => model.readOwn(), [model, ownKey, isSupported])
  if (!active || !isSupported) return <NoNames ctx={ctx} isConnected={active !== null} />
  if (own.status === 'named') return <EmptyState icon="check" title={ctx.t('choose.owned')} text={own.name} />
  return (
    <Stack gap={4}>
      <NameField model={model} ctx={ctx} />
      <Suggestions model={model} ctx={ctx} />
      <SubmitButton model={model} ctx={ctx} />
    </Stack>
  )
}

function NameField({ model, ctx: { t } }: FormProps): ReactNode {
  const text = useValue(model.form.text)
  const check = useValue(model.form.check)
  const registration = useValue(model.registration)
  const errors: Readonly<Record<string, string | undefined>> = {
    invalid: check.status === 'invalid' ? t(`register.${check.problem}`) : undefined,
    taken: check.status === 'taken' ? t('register.taken', { name: check.name }) : undefined,
    refused: check.status === 'refused' ? check.reason || t('error.resolve') : undefined,
    failed: t('error.resolve'),
  }
  const hints: Readonly<Record<string, ReactNode>> = {
    checking: t('register.checking'),
    free: check.status === 'free' && <AvailableText text={t('register.free', { name: check.name })} />,
  }
  return (
    <Input
      label={t('register.label')}
      value={text}
      onChange={model.type}
      onEnter={model.register}
      placeholder={t('register.placeholder')}
      autoComplete="off"
      direction="ltr"
      readOnly={registration !== 'idle'}
      error={errors[check.status]}
      hint={hints[check.status] ?? t('register.hint')}
      trailing={<Text tone="muted">{`.${model.zone}`}</Text>}
    />
  )
}

const AvailableText = ({ text }: { readonly text: string }): ReactNode => (
  <span className="wm-tone-success">
    <Icon name="check" size={14} /> {text}
  </span>
)

function Suggestions({ model, ctx: { t } }: FormProps): ReactNode {
  const check = useValue(model.form.check)
  const registration = useValue(model.registration)
  if (check.status !== 'taken' || check.suggestions.length === 0) return null
  return (
    <Section title={t('register.suggestions')}>
      <List label={t('register.suggestions')}>
        {check.suggestions.map((label) => (
          <ListItem
            key={label}
            label={<Name>{`${label}.${model.zone}`}</Name>}
            trailing="chevron"
            disabled={registration !== 'idle'}
            onClick={() => model.type(label)}
          />
        ))}
      </List>
    </Section>
  )
}

function SubmitButton({ model, ctx: { t } }: FormProps): ReactNode {
  const check = useValue(model.form.check)
  const registration = useValue(model.registration)
  const problem = useValue(model.problem)
  const status = problem ? (
    <Text tone="danger" size="caption" align="center">
      {problem}
    </Text>
  ) : (
    check.status === 'free' && (
      <Text tone="muted" size="caption" align="center">
        {t('register.sign')}
      </Text>
    )
  )
  return (
    <Footer status={<div role="status">{status}</div>}>
      {check.status === 'failed' ? (
        <Button kind="secondary" onClick={model.form.recheck}>
          {t('choose.retry')}
        </Button>
      ) : (
        <Button inactive={check.status !== 'free'} loading={registration !== 'idle'} onClick={model.register}>
          {t(registration === 'idle' ? 'register.submit' : `register.${registration}`)}
        </Button>
      )}
      {registration === 'signing' && (
        <Button kind="quiet" onClick={model.cancel}>
          {t('register.cancel')}
        </Button>
      )}
    </Footer>
  )
}
