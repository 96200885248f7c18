"""What happens between the players: settlement, counters, rotation, the wall and claims."""
