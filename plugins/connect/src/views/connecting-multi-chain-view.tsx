import type { ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Mark, Name, NetworkMark, Stack, Tag, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { ConnectorChoice } from '../contract.js'
import type { ConnectModel } from '../model.js'

type Props = ViewProps<{ readonly choices: readonly ConnectorChoice[] }, void, ConnectModel>

/** Choice of the chain family, for a wallet that supports several families. */
export default function ConnectingMultiChainView({ params, model, ctx }: Props): ReactNode {
  const [first] = params.choices
  if (!first) return null
  const { name, icon } = first.connector
  return (
    <Stack gap={4}>
      <Stack gap={4} align="center">
        <Mark name={name} src={icon} size={72} />
        <Text align="center" tone="muted">
          {ctx.t('chain.text', { name })}
        </Text>
      </Stack>
      <List label={ctx.t('chain.title')}>
        {params.choices.map((choice) => (
          <ChoiceItem key={`${choice.namespace} ${choice.connector.id}`} choice={choice} model={model} ctx={ctx} />
        ))}
      </List>
    </Stack>
  )
}

function ChoiceItem({
  choice,
  model,
  ctx,
}: Pick<Props, 'model' | 'ctx'> & { readonly choice: ConnectorChoice }): ReactNode {
  const { connector, namespace } = choice
  const canConnect = useValue(model.canConnect)
  const adapter = ctx.connections.adapter(namespace)
  const state = useValue(adapter.state)
  const networks = useValue(ctx.networks).filter((network) => network.namespace === namespace)
  const [first] = networks
  const key = `chain.${namespace}`
  const familyText = ctx.t(key)
  const isConnected = state.status === 'connected' && state.connectorId === connector.id
  return (
    <ListItem
      label={familyText === key ? <Name>{adapter.title ?? first?.name ?? namespace}</Name> : familyText}
      description={<Name>{networks.map(({ name }) => name).join(', ')}</Name>}
      leading={first ? <NetworkMark network={first} /> : <Mark name={namespace} />}
      trailing={isConnected ? <Tag tone="success">{ctx.t('tag.connected')}</Tag> : 'chevron'}
      disabled={!canConnect}
      onClick={() => model.connect(choice)}
    />
  )
}
