import { Icon, List, ListItem, Name, Tag, useValue } from '@wallet-modal/kernel/ui'
import { Section } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { SwapProgress } from '../contract.js'
import type { FormProps } from './form-props.js'

/** Swaps to other networks that are still in progress. */
export function OpenSwaps({ model, ctx: { t, router } }: FormProps): ReactNode {
  const open = useValue(model.bridges.onActiveNetwork).filter(({ status }) => status === 'pending')
  if (open.length === 0) return null
  return (
    <Section title={t('progress.open')}>
      <List label={t('progress.open')}>
        {open.map(({ id, title }) => (
          <ListItem
            key={id}
            label={<Name>{title}</Name>}
            leading={<Icon name="clock" />}
            trailing={<Tag tone="accent">{t('progress.tag')}</Tag>}
            onClick={() => void router.push(SwapProgress, { id })}
          />
        ))}
      </List>
    </Section>
  )
}
