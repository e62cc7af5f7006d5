#!/usr/bin/env bash
#SBATCH --job-name=stickler
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
#SBATCH --requeue
# A run in parts as a job array: sbatch --array=1-8 slurm.sh GAME [OPTIONS…] [-- BOT…]
# A job that was ended and queued again plays only what is missing. Afterwards: stickler report merge stickler-parts/*.jsonl
set -euo pipefail
mkdir -p stickler-parts
part=$SLURM_ARRAY_TASK_ID parts=$SLURM_ARRAY_TASK_COUNT
game=$1; shift
# A part may find a violation (1), or have too little to tell (2): the joined report says what all of them come to.
"${STICKLER:-stickler}" check "$game" --quiet --shard "$part/$parts" --resume "stickler-parts/$part-of-$parts.jsonl" "$@" || test $? -le 2
