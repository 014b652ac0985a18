import type { Translate } from '@wallet-modal/kernel'
import { List, ListItem, Stack, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { Login } from '../login/login.js'
import { type Social, socialNames } from '../social/socials.js'
import { Gates } from './gates.js'
import { SocialMark } from './social-mark.js'

/** All social logins of the site as rows. */
export function SocialList({ model, t }: { readonly model: Login; readonly t: Translate }): ReactNode {
  const canConnect = useValue(model.canConnect)
  const item = (id: Social): ReactNode => (
    <ListItem
      key={id}
      label={socialNames[id]}
      leading={<SocialMark id={id} />}
      trailing="chevron"
      disabled={!canConnect}
      onClick={() => model.social.start(id)}
    />
  )
  return (
    <Stack gap={4}>
      <Gates model={model} />
      <List label={t('socials.title')}>{model.socials.map(item)}</List>
    </Stack>
  )
}
