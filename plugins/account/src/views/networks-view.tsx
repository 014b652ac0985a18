import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Icon, Stack, useValue } from '@wallet-modal/kernel/ui'
import { Input, Section } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useState } from 'react'
import { WhatIsANetwork } from '../contract.js'
import { familyName } from '../family-name.js'
import type { AccountModel } from '../model.js'
import { NetworkRows } from './network-rows.js'

/** Minimum number of networks for which the search field is displayed. */
const SEARCH_FROM = 8

/** All networks of the site, those of the active chain family first. */
export default function NetworksView({ model, ctx, resolve }: ViewProps<void, string, AccountModel>): ReactNode {
  const networks = useValue(model.networks)
  const [query, setQuery] = useState('')
  const matches = networks.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
  const families = [...new Set(matches.map(({ namespace }) => namespace))]
  const { t, router } = ctx
  return (
    <Stack>
      {networks.length >= SEARCH_FROM && (
        <Input
          label={t('networks.search')}
          hideLabel
          placeholder={t('networks.search')}
          type="search"
          value={query}
          onChange={setQuery}
          leading={<Icon name="search" />}
        />
      )}
      {matches.length === 0 ? (
        <EmptyState icon="search" title={t('networks.none')} />
      ) : (
        families.map((family) => (
          <Section key={family} {...(families.length > 1 && { title: familyName(family, ctx) })}>
            <NetworkRows
              model={model}
              ctx={ctx}
              networks={matches.filter(({ namespace }) => namespace === family)}
              onSwitched={resolve}
            />
          </Section>
        ))
      )}
      <Button kind="quiet" icon={<Icon name="help" size={18} />} onClick={() => void router.push(WhatIsANetwork)}>
        {t('what.title')}
      </Button>
    </Stack>
  )
}
