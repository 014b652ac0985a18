import type { ActiveConnection, ViewProps } from '@wallet-modal/kernel'
import { displayAmount, groupDigits } from '@wallet-modal/kernel/assets'
import { Button, Name, Stack, Tag, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Fact, Facts, Section } from '@wallet-modal/kernel/ui/more'
import { type ReactNode, useMemo } from 'react'
import { isActive, type SessionsModel } from '../model.js'
import type { SessionPermission, SmartSession } from '../service.js'

interface CardProps extends Pick<ViewProps<void, void, SessionsModel>, 'model' | 'ctx'> {
  readonly session: SmartSession
  readonly active: ActiveConnection
}

/** Card of a session: site, permissions, key, expiry, and the button that revokes it. */
export function SessionCard({ session, active, model, ctx }: CardProps): ReactNode {
  const revoking = useValue(model.revoking)
  const locale = useValue(ctx.site.locale)
  const { t } = ctx
  const date = useMemo(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }), [locale])
  const { pci, site, signer, permissions, expiresAt, isRevoked } = session
  const isBusy = revoking === pci
  const textOf = (permission: SessionPermission): string => {
    if (permission.type === 'other') return permission.name
    if (permission.type === 'call') return t('permission.call', { address: permission.address })
    const { decimals, symbol } = active.network?.nativeCurrency ?? { decimals: 18, symbol: '' }
    return t('permission.coins', { amount: groupDigits(displayAmount(permission.allowance, decimals)), symbol })
  }
  return (
    <Section raised>
      <Stack gap={3}>
        <Text size="strong">{site === '' ? t('list.unnamed') : <Name>{site}</Name>}</Text>
        <Facts>
          {permissions.map((permission, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: permissions of a session keep their order
            <Fact key={at} label={t('list.allows')}>
              {textOf(permission)}
            </Fact>
          ))}
          {signer !== undefined && (
            <Fact label={t('list.signer')}>
              <Address short>{signer}</Address>
            </Fact>
          )}
          <Fact label={t('list.ends')}>
            {expiresAt === null ? (
              t('list.noEnd')
            ) : (
              <time dateTime={new Date(expiresAt).toISOString()}>{date.format(expiresAt)}</time>
            )}
          </Fact>
        </Facts>
        {isActive(session) ? (
          <Button
            kind="secondary"
            loading={isBusy}
            inactive={revoking !== null && !isBusy}
            onClick={() => model.revoke(session)}
          >
            {t(isBusy ? 'list.revoking' : 'list.revoke')}
          </Button>
        ) : (
          <Tag>{t(isRevoked ? 'state.revoked' : 'state.expired')}</Tag>
        )}
      </Stack>
    </Section>
  )
}
