import type { ViewProps, WalletConnection } from '@wallet-modal/kernel'
import { Button, Name, Stack, Tag, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Fact, Facts, Section } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useMemo } from 'react'
import { isExpired, type SessionsModel } from '../model.js'
import type { SmartSession } from '../service.js'
import { usePermissionText } from './use-permission-text.js'

interface CardProps extends Pick<ViewProps<void, void, SessionsModel>, 'model' | 'ctx'> {
  readonly session: SmartSession
  readonly active: WalletConnection
}

/** Card of a session: site, permissions, key, expiry, and the button that revokes it. */
export function SessionCard({ session, active, model, ctx }: CardProps): ReactNode {
  const { t } = ctx
  const textOf = usePermissionText({ active, model, ctx })
  const { site, signer, permissions, morePermissions, isRevoked } = session
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
          {morePermissions > 0 && (
            <Fact label={t('list.allows')}>{t('list.morePermissions', { count: String(morePermissions) })}</Fact>
          )}
          {signer !== undefined && (
            <Fact label={t('list.signer')}>
              <Address short>{signer}</Address>
            </Fact>
          )}
          <Fact label={t('list.ends')}>
            <End session={session} ctx={ctx} />
          </Fact>
        </Facts>
        {isRevoked ? (
          <Tag>{t('state.revoked')}</Tag>
        ) : (
          // an expired session can be revoked too, because the clock of the device may be wrong
          <>
            {isExpired(session) && <Tag>{t('state.expired')}</Tag>}
            <RevokeButtons session={session} model={model} ctx={ctx} />
          </>
        )}
      </Stack>
    </Section>
  )
}

function End({ session: { expiresAt }, ctx }: Pick<CardProps, 'ctx' | 'session'>): ReactNode {
  const locale = useValue(ctx.site.locale)
  const date = useMemo(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }), [locale])
  if (expiresAt === undefined) return ctx.t('list.unknownEnd')
  if (expiresAt === null) return ctx.t('list.noEnd')
  return <time dateTime={new Date(expiresAt).toISOString()}>{date.format(expiresAt)}</time>
}

function RevokeButtons({ session, model, ctx: { t } }: Omit<CardProps, 'active'>): ReactNode {
  const revoking = useValue(model.revoking)
  const isBusy = revoking?.pci === session.pci
  const busyText = revoking?.status === 'signing' ? 'list.signing' : 'list.revoking'
  return (
    <>
      <Button
        kind="secondary"
        loading={isBusy}
        inactive={revoking !== null && !isBusy}
        onClick={() => model.revoke(session)}
      >
        {t(isBusy ? busyText : 'list.revoke')}
      </Button>
      {isBusy && revoking.status === 'signing' && (
        <Button kind="quiet" onClick={model.cancel}>
          {t('list.cancel')}
        </Button>
      )}
    </>
  )
}
