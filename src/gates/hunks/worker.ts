// Cuts files in a thread of its own, each as it comes; ended with whoever asked.
import { parentPort } from 'node:worker_threads';
import { cutNow, type ToCut } from './cutter.ts';

parentPort?.on('message', (file: ToCut) => parentPort?.postMessage(cutNow(file)));
