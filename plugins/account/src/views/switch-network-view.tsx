import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, Mark, Name, NetworkMark, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect, useState } from 'react'
import type { SwitchNetworkParams } from '../contract.js'
import type { AccountModel } from '../model.js'
import { OtherFamily } from './other-family.js'

type Props = ViewProps<SwitchNetworkParams, string, AccountModel>

/**
 * Asks the wallet to switch when the view opens, unless `params.result` is set. If the wallet has not approved the network, the view waits for this
 * approval before it asks. If no wallet of the network's chain family is connected, the view offers to connect one.
 */
export default function SwitchNetworkView(props: Props): ReactNode {
  const { params, model, ctx } = props
  useValue(ctx.connections.all)
  if (model.isReachable(params.network)) return <SwitchRequest {...props} />
  return <OtherFamily params={params} model={model} ctx={ctx} />
}

function SwitchRequest({ params, model, ctx, resolve }: Props): ReactNode {
  const { network: id, result } = params
  const network = useValue(ctx.networks).find(({ caipNetworkId }) => caipNetworkId === id)
  const switching = useValue(model.switching)
  const isWithheld = useValue(model.withheldNetworks).includes(id)
  const { t } = ctx
  const active = useValue(ctx.connections.active)
  const [wasRequested, setRequested] = useState(false)
  useEffect(() => {
    if (result || isWithheld) return
    void model.switchNetwork(id)
    setRequested(true)
  }, [model, id, result, isWithheld])
  const isActive = active?.caipNetworkId === id
  useEffect(() => {
    if (isActive) resolve(id)
  }, [isActive, id, resolve])
  const name = network?.name ?? id
  const isAbandoned = wasRequested && !switching && !isActive // another wallet has replaced the wallet that received the request
  const requested = switching?.caipNetworkId === id ? switching.status : (result ?? 'waiting')
  const status = isAbandoned ? 'failed' : requested
  const isBusy = status === 'waiting' && !isWithheld
  return (
    <Stack gap={4} align="center">
      <ProgressRing state={isBusy ? 'busy' : status === 'failed' ? 'failed' : 'idle'}>
        {network ? <NetworkMark network={network} size={72} /> : <Mark name={id} size={72} />}
      </ProgressRing>
      <div role="status">
        <Stack gap={1} align="center">
          <Text size="strong" align="center">
            <Name>{name}</Name>
          </Text>
          <Text tone="muted" align="center">
            {t(isWithheld ? 'networks.withheld' : `switch.${status}`)}
          </Text>
        </Stack>
      </div>
      {!isBusy && !isWithheld && (
        <Button
          compact
          kind="secondary"
          icon={<Icon name="retry" size={18} />}
          onClick={() => void model.switchNetwork(id)}
        >
          {t('balance.retry')}
        </Button>
      )}
      <Button compact kind="quiet" onClick={ctx.router.back}>
        {t('chain.stay')}
      </Button>
    </Stack>
  )
}
