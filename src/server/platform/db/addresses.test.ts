import { describe, expect, it } from 'vitest';
import { readAddresses } from './addresses';

describe('the address of a database', () => {
  it.each([
    ['postgres://u:p@host:5432/name', ['postgres://u:p@host:5432/name']],
    ['postgresql://host/name?sslmode=require', ['postgresql://host/name?sslmode=require']],
    [
      'postgres://u:p@a:5432,b:5433/name?target_session_attrs=read-write',
      ['postgres://u:p@a:5432/name', 'postgres://u:p@b:5433/name'],
    ],
    [
      'postgres://u:p%40@a,[::1]:5433/name?sslmode=verify-full&target_session_attrs=primary',
      [
        'postgres://u:p%40@a/name?sslmode=verify-full',
        'postgres://u:p%40@[::1]:5433/name?sslmode=verify-full',
      ],
    ],
    [
      'postgresql://u:p@localhost:5432/name?host=%2Frun%2Fpostgresql',
      ['postgresql://u:p@localhost:5432/name?host=%2Frun%2Fpostgresql'],
    ],
    ['postgres:///name?host=/run/postgresql', ['postgres:///name?host=%2Frun%2Fpostgresql']],
    [
      'postgres://u:p@/name?host=/run/postgresql',
      ['postgres://u:p@localhost/name?host=%2Frun%2Fpostgresql'],
    ],
  ])('%s names each server by itself', (text, addresses) => {
    expect(readAddresses(text)).toEqual(addresses);
  });

  it.each([
    'mysql://user:secret@host/db',
    'postgres://a:1,b:port/name',
    'postgres://a,,b/name',
    'postgres://u:p@/name',
    'postgres://a/name?target_session_attrs=standby',
    'postgres://a/name?target_session_attrs=whatever',
    'host=a dbname=b',
    '',
  ])('%j is none', (text) => {
    expect(readAddresses(text)).toBeNull();
  });

  it('of a replica may ask for a standby, and not for a primary', () => {
    const of = (attrs: string) =>
      readAddresses(`postgres://a/name?target_session_attrs=${attrs}`, 'replica');
    expect(of('prefer-standby')).toEqual(['postgres://a/name']);
    expect(of('primary')).toBeNull();
  });
});
