import type { ViewProps } from '@wallet-modal/kernel'
import { EmptyState, Icon, Input, Stack, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useState } from 'react'
import type { AccountModel } from '../model.js'
import { NetworkRows } from './NetworkRows.js'

const SEARCH_FROM = 8

/** All networks of the site in the namespace in use. */
export default function NetworksView({ model, ctx }: ViewProps<void, string, AccountModel>): ReactNode {
  const networks = useValue(model.networks)
  const [wanted, setWanted] = useState('')
  const found = networks.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  const { t } = ctx
  return (
    <Stack>
      {networks.length >= SEARCH_FROM && (
        <Input
          label={t('networks.search')}
          hideLabel
          placeholder={t('networks.search')}
          type="search"
          value={wanted}
          onChange={setWanted}
          leading={<Icon name="search" />}
        />
      )}
      {found.length === 0 ? (
        <EmptyState icon="search" title={t('networks.none')} />
      ) : (
        <NetworkRows model={model} ctx={ctx} networks={found} />
      )}
    </Stack>
  )
}
