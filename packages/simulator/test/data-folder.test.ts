import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../src/data-folder';
import { temporaryDirectory } from '../testing/assembly';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made when it is not there', () => {
    const folder = openDataFolder({ directory: join(directory, 'new') });
    expect(existsSync(join(directory, 'new'))).toBe(true);
    folder.release();
  });

  it('is refused to a second process while the first has it', () => {
    // Our own parent is alive and is not us.
    writeFileSync(join(directory, '.charge-once-simulator'), '');
    writeFileSync(join(directory, 'lock'), JSON.stringify({ pid: process.ppid }));
    expect(() => openDataFolder({ directory })).toThrow(
      `${directory} is in use by process ${process.ppid}: stop it, or choose another folder with --data`,
    );
  });

  it('is refused to a second simulator of the same process', () => {
    const first = openDataFolder({ directory });
    expect(() => openDataFolder({ directory })).toThrow('is in use by process');
    first.release();
  });

  it('is free again once it is released', () => {
    openDataFolder({ directory }).release();
    openDataFolder({ directory }).release();
  });

  it.each([
    { case: 'a process that is dead', lock: '{"pid":4194304}' },
    { case: 'a process whose id was given to another one', lock: JSON.stringify({ pid: process.ppid, started: '1' }) },
    { case: 'a crash before anything was written', lock: '' },
  ])('is taken over from $case', ({ lock }) => {
    writeFileSync(join(directory, '.charge-once-simulator'), '');
    writeFileSync(join(directory, 'lock'), lock);
    openDataFolder({ directory }).release();
  });

  it('is emptied only when it is asked to be, and stays taken', () => {
    openDataFolder({ directory }).release();
    writeFileSync(join(directory, 'sqs.jsonl'), '{}');
    mkdirSync(join(directory, 'dynamodb'));
    openDataFolder({ directory }).release();
    expect(existsSync(join(directory, 'sqs.jsonl'))).toBe(true);
    const folder = openDataFolder({ directory });
    folder.empty();
    expect(readdirSync(directory).sort()).toEqual(['.charge-once-simulator', 'lock']);
    folder.release();
  });

  it("is refused, and nothing deleted, when it holds somebody else's files", () => {
    writeFileSync(join(directory, 'thesis.txt'), 'years of work');
    expect(() => openDataFolder({ directory })).toThrow(
      `${directory} holds files that are not a simulator's data: choose another folder with --data`,
    );
    expect(existsSync(join(directory, 'thesis.txt'))).toBe(true);
  });

  it('is refused when it is a file', () => {
    writeFileSync(join(directory, 'file'), '');
    expect(() => openDataFolder({ directory: join(directory, 'file') })).toThrow('is not a folder: choose another with --data');
  });

  it('is refused when it cannot be created', () => {
    for (const path of ['/proc/nobody-may-create-this', join(directory, 'no', 'parent')]) {
      expect(() => openDataFolder({ directory: path })).toThrow(
        'cannot be created: its parent folder is not there, or lets nobody create it',
      );
    }
  });

  it('is refused when it cannot be written', () => {
    chmodSync(directory, 0o555);
    // Root may write anywhere, so it becomes nobody for a moment.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid!(65_534);
    try {
      expect(() => openDataFolder({ directory })).toThrow('cannot be written: choose another folder with --data');
    } finally {
      if (isRoot) process.seteuid!(0);
    }
  });
});
