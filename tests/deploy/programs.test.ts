// A run without the programs tests little: it must not look like one that passed.
import { expect, test } from 'vitest'
import { assertPatroniHoldsItsKey } from '#tests/support/deploy/patroni-cluster.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'

const programs = [
  ...['age', 'buildah', 'etcd', 'etcdctl', 'haproxy', 'mmdebstrap', 'openssl', 'patroni', 'rsync', 'slirp4netns'],
  ...['pg_basebackup', 'pg_controldata', 'pgbouncer', 'promtool', 'runc', 'systemd-analyze', 'rsyslogd', 'amtool'],
  ...['prometheus', 'prometheus-alertmanager', 'prometheus-blackbox-exporter', 'prometheus-node-exporter'],
]

test('this machine has every program that the tests of deploy/ need', () => {
  expect(explainMissing(...programs)).toBeUndefined()
})

test.each(['patroni 3.0.2', 'patroni 2.1.4', 'patroni 3.2.0'])('%s, which loses writes, is refused', (version) => {
  expect(() => assertPatroniHoldsItsKey(version)).toThrow('Patroni must be 3.3 or newer')
})

test.each(['patroni 3.3.0', 'patroni 4.0.10'])('%s is accepted', (version) => {
  expect(() => assertPatroniHoldsItsKey(version)).not.toThrow()
})
